import { addTexts, type Locales, lazyScreen } from '@frens/platform';

/** Long and rarely read: they come with the screen and not with the chrome. */
export const pageTexts: Locales = {
  en: () => import('../../locales/pages/en.json'),
  es: () => import('../../locales/pages/es.json'),
};

/** The pages behind the footer. */
export const StaticPageScreen = lazyScreen(async () => {
  const [{ StaticPage }] = await Promise.all([import('./static-page.tsx'), addTexts('pages', pageTexts)]);
  return StaticPage;
});
