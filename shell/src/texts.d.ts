import type dev from '../locales/dev/en.json';
import type pages from '../locales/pages/en.json';

declare global {
  interface SiteTexts {
    dev: typeof dev;
    pages: typeof pages;
  }
}
