import { addTexts, type Locales } from '@frens/platform';

/** Long texts that are rarely read: loaded with their screens instead of the chrome. */
export const pageTexts: Locales = {
  en: () => import('../../locales/pages/en.json'),
  es: () => import('../../locales/pages/es.json'),
};

/** Loads them for a page that needs them. */
export const addPageTexts = () => addTexts('pages', pageTexts);
