import { addTexts, lazyScreen } from '@frens/platform';

/** The pages behind the footer. Their texts are long and rarely read, so they come with the screen and not with the chrome. */
export const StaticPageScreen = lazyScreen(async () => {
  const [{ StaticPage }] = await Promise.all([
    import('./static-page.tsx'),
    addTexts('pages', {
      en: () => import('../../locales/pages/en.json'),
      es: () => import('../../locales/pages/es.json'),
    }),
  ]);
  return StaticPage;
});
