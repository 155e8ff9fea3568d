import { z } from 'zod';
import type { CompleteLanguage, Language } from './languages.ts';

/** The site's configurable names (D51): `{{site}}` and `{{product}}` in every text. */
export const Brand = z.object({ site: z.string().min(1), product: z.string().min(1) });
export type Brand = z.infer<typeof Brand>;

const LocalWords = z.string().min(1);

/**
 * A text that travels as data, in the complete languages of the site and any others; English stands in for what is missing.
 * `{{site}}` and `{{product}}` stand for the site's names.
 */
export const LocalText = z
  .object({ en: LocalWords, es: LocalWords } satisfies Record<CompleteLanguage, z.ZodType>)
  .catchall(LocalWords);
export type LocalText = Record<CompleteLanguage, string> & Partial<Record<Language, string>>;

/** A page of a remote. A page at `/v2/…` is the twin of the same path without it, and is shown in the /v2 frame. */
export const RemotePath = z.strictObject({
  /** In react-router's notation, with every parameter a whole segment. */
  path: z.string().startsWith('/'),
  /** Who may open it. */
  access: z.enum(['public', 'member']),
  /** The frame: top bar and footer, the bar alone where a page fills the screen, or only the way home. */
  frame: z.enum(['full', 'focused', 'bare']).default('full'),
  /** Query parameters that nobody else may see: the shell takes them out of the address before anything is fetched or shown. */
  secrets: z.array(z.string().min(1)).default([]),
  /** What the server's HTML says of it to search engines and where a link to it is shared, of what everybody may know. */
  share: z.strictObject({ title: LocalText, description: LocalText }).optional(),
});
export type RemotePath = z.infer<typeof RemotePath>;

/** A link in the top bar. `access` says who sees it. Lower `order` comes first. */
export const NavEntry = z.strictObject({
  path: z.string().startsWith('/'),
  label: LocalText,
  order: z.number(),
  access: z.enum(['public', 'member']).default('public'),
  /** Its place in the shorter menu that a phone has in the /v2 frame, with the word used there (spec section 3). Absent: not in it. */
  older: z.strictObject({ label: LocalText.optional(), order: z.number() }).optional(),
});
export type NavEntry = z.infer<typeof NavEntry>;

/** A link in the menu of a member, or, for a visitor, in its place. `path` may have a query. Lower `order` comes first. */
export const MenuEntry = z.strictObject({
  path: z.string().startsWith('/'),
  label: LocalText,
  order: z.number(),
  audience: z.enum(['visitor', 'member']).default('member'),
  /** One of the shell's pictures (`chrome/menu-icon.tsx`); a name it does not have shows none. */
  icon: z.string().optional(),
  /**
   * What the shell makes of it: `balance` writes what the member has left to stake in place of the label, `unread` is the bell, and `panda`
   * leads to the member's own Panda, below `path`; who has none has no such link.
   */
  shows: z.enum(['balance', 'unread', 'panda']).optional(),
});
export type MenuEntry = z.infer<typeof MenuEntry>;

/** A remote's static descriptor, `remote.json`: what the shell knows of it before loading any of its code. */
export const RemoteDescriptor = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().regex(/^mf-[a-z]+(-[a-z]+)*$/),
  /** Platform major the remote was built for. */
  platform: z.number().int().positive(),
  /** The name of its area, as in "Not available right now: …". */
  area: LocalText,
  paths: z.array(RemotePath).min(1),
  nav: z.array(NavEntry).default([]),
  menu: z.array(MenuEntry).default([]),
  /** Whether it has work to do at each sign-in (`onSignedIn` in `remote.tsx`): the shell then loads it for that, whatever it preloads. */
  onSignedIn: z.boolean().default(false),
});
export type RemoteDescriptor = z.infer<typeof RemoteDescriptor>;

/** Content hashes of a version's assets, by file name: `sha384-…` as in the `integrity` attribute. */
export const Integrity = z.record(z.string(), z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/));
export type Integrity = z.infer<typeof Integrity>;

/** Shorter hashes of a version's scripts and styles, by file name: every page has all of them in it, and hashes do not compress. */
export const PageHashes = z.record(z.string(), z.string().regex(/^sha256-[A-Za-z0-9+/]{43}=$/));
export type PageHashes = z.infer<typeof PageHashes>;

/** Bytes of a version's assets, by file name: as they are, and as browsers get them where they are compressed. */
export const Sizes = z.record(z.string(), z.object({ bytes: z.number(), gzip: z.number() }));
export type Sizes = z.infer<typeof Sizes>;

/** Names of the platform: those a remote uses, or those a shell has, with the versions of the packages that it brings for all. */
export const PlatformNames = z.object({
  version: z.string().min(1),
  names: z.array(z.string()),
  shared: z.record(z.string(), z.string()).optional(),
});
export type PlatformNames = z.infer<typeof PlatformNames>;

/** What a build was found to be when it was published, to be held against what it says of itself. */
export const BuiltFacts = z.object({
  /** Platform version it was built with, and the names of it that its code uses. */
  platform: PlatformNames,
  routes: z.array(z.string()),
  hasSignedInHook: z.boolean(),
  /** Pages that its code leads to, as `linksIn` reads them. */
  links: z.array(z.string()),
  /** Calls of the API that its code makes, as in `'POST /api/circles/:id/join'`. */
  calls: z.array(z.string()),
});
export type BuiltFacts = z.infer<typeof BuiltFacts>;

/** Files by language. */
const LocalFiles = z.object({ en: z.array(z.string()) }).catchall(z.array(z.string()));

/** Scripts and styles of a version, below its `base`: known before any of its code runs, so that a page can ask for all of them at once. */
export const BuiltFiles = z.object({
  /** Of each page, by its path, and of the frame of a prefix of paths (`shellFrames`). */
  routes: z.record(z.string(), z.array(z.string())),
  texts: LocalFiles,
});
export type BuiltFiles = z.infer<typeof BuiltFiles>;

/** What the shell's first script brings, beside the files of its pages. */
export const ShellFiles = BuiltFiles.extend({
  /** Of its HTML: every first page loads them. */
  first: z.array(z.string()).default([]),
  /** Of the federation runtime, which comes with the first remote. */
  federation: z.array(z.string()),
});
export type ShellFiles = z.infer<typeof ShellFiles>;

/** What a remote's first script brings, beside the files of its pages. */
export const RemoteFiles = BuiltFiles.extend({
  /** The federation container. */
  entry: z.string(),
  /** Of the exposed module. */
  exposed: z.array(z.string()),
});
export type RemoteFiles = z.infer<typeof RemoteFiles>;

/** One immutable published version of a remote. */
export const RemoteVersion = z.object({
  version: z.string().min(1),
  /** Federation name. It carries the version, because two builds of one name share a chunk array and run each other's code. */
  mf: z.string().min(1),
  /** Address of the version's folder, with a slash at the end. */
  base: z.string().min(1),
  descriptor: RemoteDescriptor,
  /** Absent in development, where the container has a fixed name and nothing is asked for ahead. */
  files: RemoteFiles.optional(),
  /** Absent in development. */
  built: BuiltFacts.optional(),
  integrity: Integrity,
  /** Absent in development, and in pages, where `integrity` has them. */
  pageHashes: PageHashes.optional(),
  /** Absent in development. */
  sizes: Sizes.optional(),
});
export type RemoteVersion = z.infer<typeof RemoteVersion>;

/** One immutable published version of the shell. */
export const ShellVersion = z.object({
  version: z.string().min(1),
  base: z.string().min(1),
  /** What it offers to remotes. Absent in development. */
  platform: PlatformNames.optional(),
  /** Of its own pages and texts, beside the scripts in its HTML. Absent in development. */
  files: ShellFiles.optional(),
  /** Pages that its code leads to. Absent in development. */
  links: z.array(z.string()).optional(),
  /** Calls of the API that its code, the platform's included, makes. Absent in development. */
  calls: z.array(z.string()).optional(),
  integrity: Integrity,
  /** Absent in development, and in pages, where `integrity` has them. */
  pageHashes: PageHashes.optional(),
  /** Absent in development. */
  sizes: Sizes.optional(),
});
export type ShellVersion = z.infer<typeof ShellVersion>;

/** A remote in a composition: its versions with the current one first, which leaves room for the one to fall back to. */
export const ComposedApp = z.object({ versions: z.tuple([RemoteVersion], RemoteVersion) });
export type ComposedApp = z.infer<typeof ComposedApp>;

/** A composition: one version of the shell and of each remote. `checkComposition` decides whether they fit together. */
export const Composition = z.object({ host: ShellVersion, apps: z.record(z.string(), ComposedApp) });
export type Composition = z.infer<typeof Composition>;

/** Parameter of an address that asks for published versions instead of the live ones, in this tab alone: `?compose=mf-quiz@0.1.0-3fa2c1d8e0`. */
export const previewParameter = 'compose';

/** A page that shows other versions than the live ones. */
export interface Preview {
  /** Versions, with commas between them; from the server empty where not all are published: the address has them. */
  wanted: string;
  /** Whether all of them are published; if not, what is live is shown. */
  isPublished: boolean;
}

/** The data served inside the HTML page, in `<script type="application/json" id="page">`. */
export interface PageData {
  brand: Brand;
  composition: Composition;
  /** Id of the composition that was live when the page was made. Absent in development. */
  live?: string;
  /** Absent on the pages that everybody gets. */
  preview?: Preview;
  /** Where versions of remotes may lie beside the site's own origin; absent where nowhere. */
  remoteOrigins?: readonly string[];
  /** Absent where there are no pages for developers (`devPages`). */
  hasDevPages?: true;
}

/** `/dev/versions.json`: which versions of each remote are published, the newest first. `at` is when, as an ISO date. */
export type PublishedVersions = Record<string, { version: string; at: string }[]>;
