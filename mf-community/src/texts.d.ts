import type texts from '../locales/en.json';

declare global {
  interface SiteTexts {
    'mf-community': typeof texts;
  }
}
