import type { z } from 'zod';
import { RemoteDescriptor } from './composition.ts';

/** The definition of a site: what its compositions may contain, and how its pages are served. */
export interface SiteDefinition {
  /** Languages of its pages. The first is the fallback for missing texts. */
  languages: readonly [string, ...string[]];
  /** Languages with complete texts in every workspace; default: all. */
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
  /** Names of the calls that the API of this checkout answers, as in `'POST /api/songs/:id/play'`; null where it has none to check. */
  readCalls: (() => Promise<readonly string[]>) | null;
  budgets: Budgets;
  /** What the host shares with remotes beside React; null where nothing. */
  platformPackage: string | null;
  /** Texts that no script or style may contain, each with what it is of. */
  forbiddenTexts: Readonly<Record<string, string>>;
  /** The chunk of what only pages for developers load, and texts that no other file may contain. */
  developersChunk: { name: string; texts: Readonly<Record<string, string>> } | null;
  /** For the type check of remotes, in the checkout: ambient declarations, and the module that exports the type `RemoteModule`. */
  types: { declarations: readonly string[]; remoteModule: string } | null;
  /** The program of the checkout that compares screens with those of a commit by pictures; null where there is none. */
  pictures: string | null;
  /** Files and folders of the checkout that every build reads beside its own workspace. */
  buildInputs: readonly string[];
  /** The form of `remote.json`: that of the engine, or a stricter one. */
  descriptor: z.ZodType<RemoteDescriptor>;
}

/** Bytes that a page may cost: scripts of the host's page at `/` and those that it brings to every remote's page after brotli, all else after gzip. A build over its budget fails. */
export interface Budgets {
  /** Of `/`, until it can be used. */
  firstScripts: number;
  /** Of `/`, with the federation runtime and all else that comes with the first remote. */
  allScripts: number;
  /** What every page of a remote loads of the host. */
  hostScripts: number;
  shellStyles: number;
  remoteEntry: number;
  /** Of a remote that another tool built: some bring a federation runtime of their own. */
  foreignEntry: number;
  remoteRoute: number;
  /** Of pages that need more than others, in any frame, by their paths. */
  largerRoutes: Readonly<Partial<Record<string, number>>>;
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
  budgets: {
    firstScripts: 140_000,
    allScripts: 166_000,
    hostScripts: 158_000,
    shellStyles: 9_000,
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

/** Defines a site. What is left out is that of a site of one language without frames, whose host serves `/`. */
export function defineSite({
  budgets,
  ...site
}: Partial<Omit<SiteDefinition, 'budgets'>> & { budgets?: Partial<Budgets> }): SiteDefinition {
  const completeLanguages = site.languages ?? plain.languages;
  return { ...plain, completeLanguages, ...site, budgets: { ...plain.budgets, ...budgets } };
}

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
