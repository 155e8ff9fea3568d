/** The short pages behind the footer, by their address under /about, with the sections of each in order (D51). */
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

/** The address of a static page. */
export function aboutPath(page: StaticPage): string {
  return `/about/${page}`;
}

/** Tells whether a word from the address names a static page. */
export function isStaticPage(page: string | undefined): page is StaticPage {
  return page !== undefined && Object.hasOwn(staticPages, page);
}

type Section = { [Page in StaticPage]: `${Page}.${(typeof staticPages)[Page][number]}` }[StaticPage];

/** Where the texts of a page's sections stand, in order. */
export function sectionsOf(page: StaticPage): Section[] {
  // True because the sections are those of the page.
  return staticPages[page].map((section) => `${page}.${section}` as Section);
}
