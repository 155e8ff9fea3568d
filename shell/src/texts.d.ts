// Where only the shell is built its types are checked alone: those of the members' texts, too.
import '@frens/members/texts';
import type dev from '../locales/dev/en.json';
import type pages from '../locales/pages/en.json';

declare global {
  interface SiteTexts {
    dev: typeof dev;
    pages: typeof pages;
  }
}
