import { addTexts, type Locales } from '@frens/platform';

/** Long and rarely read: they come with their screens and not with the chrome. */
export const pageTexts: Locales = {
  en: () => import('../../locales/pages/en.json'),
  es: () => import('../../locales/pages/es.json'),
};

/** Fetches them for a page that says them. */
export const addPageTexts = () => addTexts('pages', pageTexts);
