// Includes the types of the members' texts where the shell is type-checked alone.
import '@frens/members/texts';
import type dev from '../locales/dev/en.json';
import type pages from '../locales/pages/en.json';

declare global {
  interface SiteTexts {
    dev: typeof dev;
    pages: typeof pages;
  }
}
