import type { shellScreens } from '@frens/contract/site-path';

/** The static pages of the footer, by their path under /about, with the sections of each in order (D51). */
export const staticPages = {
  us: ['why', 'how', 'who'],
  careers: ['roles', 'paid'],
  press: ['facts', 'bamboo', 'people'],
  blog: ['state'],
  help: ['start', 'connect', 'bamboo', 'hidden'],
  safety: ['public', 'share', 'leave'],
  contact: ['people', 'faults'],
  guidelines: ['kind', 'real', 'useful', 'adults'],
  terms: ['account', 'conduct', 'content', 'bamboo', 'service'],
  privacy: ['kept', 'seen', 'measured', 'never', 'rights'],
  cookies: ['cookie', 'device', 'language', 'part', 'storage', 'none'],
  accessibility: ['aim', 'motion', 'gaps'],
} as const;

/** One of the footer's pages. */
export type StaticPage = keyof typeof staticPages;

/** The footer's columns in the order of the specification. */
export const footerColumns = [
  { column: 'company', pages: ['us', 'careers', 'press', 'blog'] },
  { column: 'support', pages: ['help', 'safety', 'contact', 'guidelines'] },
  { column: 'legal', pages: ['terms', 'privacy', 'cookies', 'accessibility'] },
] as const satisfies readonly { column: string; pages: readonly StaticPage[] }[];

/** The addresses of static pages. Written out, so that the gate finds each link. */
const aboutPaths = {
  us: '/about/us',
  careers: '/about/careers',
  press: '/about/press',
  blog: '/about/blog',
  help: '/about/help',
  safety: '/about/safety',
  contact: '/about/contact',
  guidelines: '/about/guidelines',
  terms: '/about/terms',
  privacy: '/about/privacy',
  cookies: '/about/cookies',
  accessibility: '/about/accessibility',
} as const satisfies Record<StaticPage, keyof typeof shellScreens>;

/** The address of a static page. */
export const aboutPath = (page: StaticPage): string => aboutPaths[page];

/** Whether a path segment names a static page. */
export function isStaticPage(page: string | undefined): page is StaticPage {
  return page !== undefined && Object.hasOwn(staticPages, page);
}

type Section = { [Page in StaticPage]: `${Page}.${(typeof staticPages)[Page][number]}` }[StaticPage];

/** The text keys of a page's sections, in order. */
export function sectionsOf(page: StaticPage): Section[] {
  // Safe: the sections are those of the page.
  return staticPages[page].map((section) => `${page}.${section}` as Section);
}
