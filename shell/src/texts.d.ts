import type pages from '../locales/pages/en.json';

declare global {
  interface SiteTexts {
    pages: typeof pages;
  }
}
