import type { z } from 'zod';
import { RemoteDescriptor } from './composition.ts';

/** The definition of a site: what its compositions may contain, and how its pages are served. */
export interface SiteDefinition {
  /** How people run the command line here; messages suggest commands by it. */
  command: string;
  /** Languages of its pages. Every remote has texts in the first, which stands in for missing ones. */
  languages: readonly [string, ...string[]];
  /** Languages with complete texts in every workspace; default: all. */
  completeLanguages: readonly string[];
  /** Pages of the host itself, each with the name of its chunk. */
  hostPages: Readonly<Record<string, string>>;
  /** Pages of the host that are for developers. */
  devPages: readonly string[];
  /** Path prefixes that show pages in another frame, each with the name of the frame's chunk. */
  frames: Readonly<Record<string, string>>;
  /** Paths that the server handles itself, including everything below them. */
  serverPaths: readonly string[];
  /** Pages that mails link to, without which nothing goes live. */
  mailPages: readonly string[];
  /** The page where visitors sign in, in any frame: it has to be public, and leads on whoever has a session. Null without one. */
  signInPage: string | null;
  /** Reads the calls that the API of this checkout serves, as in `'POST /api/songs/:id/play'`; null without an API to check. */
  readCalls: (() => Promise<readonly string[]>) | null;
  budgets: Budgets;
  /** The package that the host shares with remotes besides React, or null. */
  platformPackage: string | null;
  /** Texts that no script or style may contain, each with its source for messages. */
  forbiddenTexts: Readonly<Record<string, string>>;
  /** The chunk that only pages for developers load, and texts that no other file may contain. */
  developersChunk: { name: string; texts: Readonly<Record<string, string>> } | null;
  /** For the type check of remotes, in the checkout: ambient declarations, and the module that exports the type `RemoteModule`. */
  types: { declarations: readonly string[]; remoteModule: string } | null;
  /** The checkout's program for visual regression tests against a commit, or null. */
  pictures: string | null;
  /** Files and folders that every build reads besides its own workspace. */
  buildInputs: readonly string[];
  /** The schema of `remote.json`: the engine's, or a stricter one. */
  descriptor: z.ZodType<RemoteDescriptor>;
}

/** Maximum sizes in bytes. The host's scripts are measured after brotli, everything else after gzip. A build over its budget fails. */
export interface Budgets {
  /** Scripts of `/` until it is interactive. */
  firstScripts: number;
  /** The same with the federation runtime and everything else that comes with the first remote. */
  allScripts: number;
  /** Scripts of the host on every page of a remote. */
  hostScripts: number;
  shellStyles: number;
  remoteEntry: number;
  /** Entry of a remote that another tool built: some include a federation runtime. */
  foreignEntry: number;
  remoteRoute: number;
  /** Exceptions to `remoteRoute` by path, in any frame. */
  largerRoutes: Readonly<Partial<Record<string, number>>>;
}

const plain: Omit<SiteDefinition, 'languages' | 'completeLanguages'> = {
  command: 'npx frens-compose',
  hostPages: { '/': 'main' },
  devPages: [],
  frames: {},
  serverPaths: [],
  mailPages: [],
  signInPage: null,
  readCalls: null,
  budgets: {
    firstScripts: 122_000,
    allScripts: 150_000,
    hostScripts: 144_000,
    shellStyles: 9_100,
    remoteEntry: 9_000,
    foreignEntry: 35_000,
    remoteRoute: 35_000,
    largerRoutes: {},
  },
  platformPackage: null,
  forbiddenTexts: {},
  developersChunk: null,
  types: null,
  pictures: null,
  buildInputs: ['package-lock.json'],
  descriptor: RemoteDescriptor,
};

/** Defines a site by its languages. The defaults are those of a site without frames whose host serves `/`. */
export function defineSite({
  budgets,
  ...site
}: Pick<SiteDefinition, 'languages'> &
  Partial<Omit<SiteDefinition, 'budgets'>> & { budgets?: Partial<Budgets> }): SiteDefinition {
  return { ...plain, completeLanguages: site.languages, ...site, budgets: { ...plain.budgets, ...budgets } };
}

/** The language of the host's own texts where a reader chose this one. */
export const hostLanguage = (
  { languages: [first], completeLanguages }: Pick<SiteDefinition, 'languages' | 'completeLanguages'>,
  language: string,
): string => (completeLanguages.includes(language) ? language : first);

/** The frame of a path, or undefined; it depends only on the path. */
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
