/** What the engine is told of a site: the facts that decide what a composition of it may be, and how its pages are served. */
export interface SiteDefinition {
  /** Languages of its pages. The first one stands in where a text is missing. */
  languages: readonly [string, ...string[]];
  /** Those that every workspace has complete texts in; all of them unless told. */
  completeLanguages: readonly string[];
  /** Pages that the host itself serves, with the name that it imports each under. */
  hostPages: Readonly<Record<string, string>>;
  /** Those of them that are for developers. */
  devPages: readonly string[];
  /** Prefixes under which pages are shown in another frame, with the name that the host imports it under. */
  frames: Readonly<Record<string, string>>;
  /** Paths that the server answers itself, with all below them. */
  serverPaths: readonly string[];
  /** Pages that mails lead to: nothing goes live without them. */
  mailPages: readonly string[];
  /** Names of the calls that the API of this checkout answers, as in `'POST /api/circles/:id/join'`; null where it has none to check. */
  readCalls: (() => Promise<readonly string[]>) | null;
}

const plain: SiteDefinition = {
  languages: ['en'],
  completeLanguages: ['en'],
  hostPages: { '/': 'main' },
  devPages: [],
  frames: {},
  serverPaths: [],
  mailPages: [],
  readCalls: null,
};

/** Defines a site. What is left out is that of a site of one language without frames, whose host serves `/`. */
export function defineSite(site: Partial<SiteDefinition>): SiteDefinition {
  return { ...plain, completeLanguages: site.languages ?? plain.languages, ...site };
}

/** The frame that a path lies in, or undefined. It follows from the path alone. */
export const frameOf = ({ frames }: Pick<SiteDefinition, 'frames'>, path: string): string | undefined =>
  Object.keys(frames).find((prefix) => path.startsWith(`${prefix}/`));

/** The path of the same page outside of frames. */
export const withoutFrame = (site: Pick<SiteDefinition, 'frames'>, path: string): string =>
  path.slice(frameOf(site, path)?.length ?? 0);

/** Pages of the host. */
export const hostPaths = (
  { hostPages, devPages }: Pick<SiteDefinition, 'hostPages' | 'devPages'>,
  { hasDevPages }: { hasDevPages: boolean },
): string[] => Object.keys(hostPages).filter((path) => hasDevPages || !devPages.includes(path));
