import { limits } from './limits.ts';

/** Pages that the shell itself serves, and the name that it imports each under. Every other page belongs to a remote. */
export const shellScreens = {
  '/': 'landing',
  '/backup': 'backup',
  '/about/us': 'about',
  '/about/careers': 'about',
  '/about/press': 'about',
  '/about/blog': 'about',
  '/about/help': 'about',
  '/about/safety': 'about',
  '/about/contact': 'about',
  '/about/guidelines': 'about',
  '/about/terms': 'about',
  '/about/privacy': 'about',
  '/about/cookies': 'about',
  '/about/accessibility': 'about',
  '/dev/composition': 'dev-composition',
} as const;

/** Pages for developers, served only with `DEV_PAGES`. */
export const devPages: readonly string[] = ['/dev/composition'] satisfies (keyof typeof shellScreens)[];

/** The pages that mails lead to. Nothing goes live without them (`checkComposition`): a mail that was sent cannot be mended. */
export const mailPages = [
  '/auth',
  '/dashboard',
  '/privacy-settings',
  '/notifications',
  '/frens/:username',
  '/groups/:circleId',
] as const;

/** Where the button of a mail leads: one of those pages, with or without a query, or a part of one. */
export type MailPath =
  | (typeof mailPages)[number]
  | `${(typeof mailPages)[number]}${'?' | '#'}${string}`
  | `/frens/${string}`
  | `/groups/${string}`;

/** The frame that comes with its pages: the prefix of their paths, and the name that the shell imports it under. */
export const shellFrames = { '/v2': 'chrome-v2' } as const;

/** The first segments of what the server answers itself. Browsers' code has no paths here: the gate would read them as links. */
const serverSegments = [
  'api',
  'compose',
  'composition.json',
  'dev',
  'healthz',
  'media',
  'metrics',
  'readyz',
  'remotes',
  'robots.txt',
  'share.png',
  'shell',
  'sitemap.xml',
  // Read in the name of the whole site (RFC 8615).
  '.well-known',
];

/** Paths that the server answers itself, with all below them: a page there would work on a click and be gone after a reload. */
export const serverPaths: readonly string[] = serverSegments.map((segment) => `/${segment}`);

/** Only the shape of an address is read from it. */
const anySite = 'https://site.invalid';

/**
 * The page to go to after signing in (D6, D9), as its path with query, or null when the address leads to another site, to what is no
 * page, or is too long.
 *
 * @param address the `next` of an address or a call, which anybody may have written
 */
export function nextPathOf(address: string | null): string | null {
  if (!address?.startsWith('/') || !URL.canParse(address, anySite)) return null;
  const { origin, pathname, search, hash } = new URL(address, anySite);
  // The parser drops tabs, turns `\` into `/` and resolves dots, as a browser would: only what is left decides.
  if (origin !== anySite || pathname.startsWith('//')) return null;
  const isPage = !serverPaths.some((own) => `${pathname}/`.startsWith(`${own}/`));
  const path = pathname + search + hash;
  return isPage && path.length <= limits.nextPath.max ? path : null;
}
