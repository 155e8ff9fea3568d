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

/** The pages that mails link to. No composition goes live without them (`checkComposition`): sent mails cannot be corrected. */
export const mailPages = [
  '/auth',
  '/dashboard',
  '/privacy-settings',
  '/notifications',
  '/frens/:username',
  '/groups/:circleId',
] as const;

/** Target of a mail's button: one of those pages, optionally with query or fragment. */
export type MailPath =
  | (typeof mailPages)[number]
  | `${(typeof mailPages)[number]}${'?' | '#'}${string}`
  | `/frens/${string}`
  | `/groups/${string}`;

/** The /v2 frame: its path prefix, and the name by which the shell imports it. */
export const shellFrames = { '/v2': 'chrome-v2' } as const;

/** First path segments that the server answers itself. Without slashes, which the gate would read as links in browser code. */
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
  // Well-known URIs apply to the whole site (RFC 8615).
  '.well-known',
];

/** Path prefixes that the server answers itself: a page below them would work by navigation but not after a reload. */
export const serverPaths: readonly string[] = serverSegments.map((segment) => `/${segment}`);

/** Any base will do: only the path is used. */
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
  // No page has an empty part, and without its frame's prefix `/v2//` would lead to another site.
  if (origin !== anySite || pathname.includes('//')) return null;
  const isPage = !serverPaths.some((own) => `${pathname}/`.startsWith(`${own}/`));
  const path = pathname + search + hash;
  return isPage && path.length <= limits.nextPath.max ? path : null;
}
