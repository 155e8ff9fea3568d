import { z } from 'zod';
import { wholeHash } from './composed-files.ts';

/** The site's configurable names (D51): `{{site}}` and `{{product}}` in every text. */
export const Brand = z.object({ site: z.string().min(1), product: z.string().min(1) });
export type Brand = z.infer<typeof Brand>;

/** A localized text in data, by language. `{{site}}` and `{{product}}` are replaced by the site's names. */
export const LocalText = z.record(z.string(), z.string().min(1));
export type LocalText = z.infer<typeof LocalText>;

/** A page of a remote. */
export const RemotePath = z.strictObject({
  /** In react-router's notation, with every parameter a whole segment. */
  path: z.string().startsWith('/'),
  /** Who may open it. */
  access: z.enum(['public', 'member']),
  /** The frame: `full` has top bar and footer, `focused` the top bar only, `bare` a link to the home page only. */
  frame: z.enum(['full', 'focused', 'bare']).default('full'),
  /** Secret query parameters: the shell removes them from the address before it fetches or renders anything. */
  secrets: z.array(z.string().min(1)).default([]),
  /** The member's call that the page depends on: its HTML makes it with the session's, or after that where it is not rendered, if the address has no query. */
  firstCall: z
    .string()
    .regex(/^\/api\/[\w/-]+(\?[\w=&-]+)?$/)
    .optional(),
  /**
   * Queries that the page is rendered for, besides none, as in `invite=&tab=register`; a parameter without a value stands for any value. No other
   * parameter changes the page before it is hydrated. By default every parameter that rendering reads does.
   */
  queries: z.array(z.string().regex(/^[\w-]+=[\w-]*(&[\w-]+=[\w-]*)*$/)).optional(),
  /** Parameters of its query that its list's public call has, too, as in `q` and `sort`: visitors get the page rendered with what that call finds. */
  search: z.array(z.string().regex(/^\w+$/)).optional(),
  /** Title and description in the server's HTML, for search engines and link previews. Public information only. */
  share: z.strictObject({ title: LocalText, description: LocalText }).optional(),
});
export type RemotePath = z.infer<typeof RemotePath>;

/** A link in the top bar; a site may add fields. `access` says who sees it. Lower `order` comes first. */
export const NavEntry = z.looseObject({
  path: z.string().startsWith('/'),
  label: LocalText,
  order: z.number(),
  access: z.enum(['public', 'member']).default('public'),
});
export type NavEntry = z.infer<typeof NavEntry>;

/** A link in the member menu, or in the visitor's links that replace it. `path` may have a query. Lower `order` comes first. */
export const MenuEntry = z.looseObject({
  path: z.string().startsWith('/'),
  label: LocalText,
  order: z.number(),
  audience: z.enum(['visitor', 'member']).default('member'),
});
export type MenuEntry = z.infer<typeof MenuEntry>;

/** A remote's static descriptor, `remote.json`: all that the shell knows before it loads the remote's code. A site may ask for more (`defineSite`). */
export const RemoteDescriptor = z.strictObject({
  $schema: z.string().optional(),
  /** Any name but the shell's. */
  name: z.string().regex(/^(?!shell$)[a-z]+(-[a-z]+)*$/),
  /** Platform major the remote was built for. */
  platform: z.number().int().positive(),
  /** The name of its area, as in "Not available right now: …". */
  area: LocalText,
  paths: z.array(RemotePath).min(1),
  nav: z.array(NavEntry).default([]),
  menu: z.array(MenuEntry).default([]),
  /** Whether the remote has an `onSignedIn` hook: the shell loads it after each sign-in. */
  onSignedIn: z.boolean().default(false),
});
export type RemoteDescriptor = z.infer<typeof RemoteDescriptor>;

/**
 * Content hashes of a version's assets, by file name, as in the `integrity` attribute. Builds have `sha256-…`: every page embeds
 * those of all scripts and styles, and hashes do not compress.
 */
export const Integrity = z.record(z.string(), z.string().regex(wholeHash));
export type Integrity = z.infer<typeof Integrity>;

/** Sizes of a version's assets in bytes, by file name: raw, and compressed as served. */
export const Sizes = z.record(
  z.string(),
  z.object({ bytes: z.number(), gzip: z.number(), brotli: z.number() }),
);
export type Sizes = z.infer<typeof Sizes>;

/** Exports of the platform that a remote uses or a shell provides, with the versions of the shared packages. */
export const PlatformNames = z.object({
  version: z.string().min(1),
  names: z.array(z.string()),
  /** Custom properties that a remote's styles expect or a shell's set. Absent in versions built before these were recorded. */
  properties: z.array(z.string()).optional(),
  shared: z.record(z.string(), z.string()).optional(),
});
export type PlatformNames = z.infer<typeof PlatformNames>;

/** Facts read from a build at publishing, checked against its `remote.json`. */
export const BuiltFacts = z.object({
  /** Platform version it was built with, and the names of it that its code uses. */
  platform: PlatformNames,
  routes: z.array(z.string()),
  hasSignedInHook: z.boolean(),
  /** Pages that its code leads to, as `linksIn` reads them. */
  links: z.array(z.string()),
  /** Calls of the API that its code makes, as in `'POST /api/songs/:id/play'`. */
  calls: z.array(z.string()),
});
export type BuiltFacts = z.infer<typeof BuiltFacts>;

/** Files by language. */
const LocalFiles = z.record(z.string(), z.array(z.string()));

/** Scripts and styles of a version, relative to its `base`, so that a page can preload all of them at once. */
export const BuiltFiles = z.object({
  /** Files of each page, by its path, and of each frame, by its prefix (`SiteDefinition.frames`). */
  routes: z.record(z.string(), z.array(z.string())),
  texts: LocalFiles,
});
export type BuiltFiles = z.infer<typeof BuiltFiles>;

/** All files of the shell. */
export const ShellFiles = BuiltFiles.extend({
  /** Files in its HTML, which every first page loads. */
  first: z.array(z.string()).default([]),
  /** Files of the frame around a page. They follow a rendered page, and come with one that browsers render. */
  frame: z.array(z.string()).optional(),
  /** Files of the federation runtime, which comes with the first remote. */
  federation: z.array(z.string()),
  /** Of the texts that only remotes show, by language. */
  remoteTexts: LocalFiles.optional(),
});
export type ShellFiles = z.infer<typeof ShellFiles>;

/** All files of a remote. */
export const RemoteFiles = BuiltFiles.extend({
  /** The federation container. */
  entry: z.string(),
  /** Files of the exposed module. */
  exposed: z.array(z.string()),
  /** Static imports of the container, if another tool built it. */
  imports: z.array(z.string()).optional(),
  /** Whether the container is an ES module, as of Vite, instead of a script. */
  isModule: z.boolean().optional(),
});
export type RemoteFiles = z.infer<typeof RemoteFiles>;

/** One immutable published version of a remote. */
export const RemoteVersion = z.object({
  version: z.string().min(1),
  /** Federation name. It carries the version: a page has one container for each name. */
  mf: z.string().min(1),
  /** Address of the folder with its files, with a trailing slash: the folder that versions share, or the version's own. */
  base: z.string().min(1),
  descriptor: RemoteDescriptor,
  /** Absent in development, where the container has a fixed name and nothing is preloaded. */
  files: RemoteFiles.optional(),
  /** Absent in development. */
  built: BuiltFacts.optional(),
  integrity: Integrity,
  /** Absent in development. */
  sizes: Sizes.optional(),
});
export type RemoteVersion = z.infer<typeof RemoteVersion>;

/** One immutable published version of the shell. */
export const ShellVersion = z.object({
  version: z.string().min(1),
  base: z.string().min(1),
  /** Names and package versions that it provides to remotes. Absent in development. */
  platform: PlatformNames.optional(),
  /** Absent in development. */
  files: ShellFiles.optional(),
  /** Pages that its code leads to. Absent in development. */
  links: z.array(z.string()).optional(),
  /** Calls of the API that its code, the platform's included, makes. Absent in development. */
  calls: z.array(z.string()).optional(),
  integrity: Integrity,
  /** Absent in development. */
  sizes: Sizes.optional(),
});
export type ShellVersion = z.infer<typeof ShellVersion>;

/** A remote in a composition: the current version, then its fallbacks. */
export const ComposedApp = z.object({ versions: z.tuple([RemoteVersion], RemoteVersion) });
export type ComposedApp = z.infer<typeof ComposedApp>;

/** A composition: one version of the shell and of each remote. `checkComposition` decides whether they fit together. */
export const Composition = z.object({ host: ShellVersion, apps: z.record(z.string(), ComposedApp) });
export type Composition = z.infer<typeof Composition>;

/** Query parameter that previews published versions in this tab: `?compose=mf-quiz@0.1.0-3fa2c1d8e0`. */
export const previewParameter = 'compose';

/** A preview of other versions than the live ones. */
export interface Preview {
  /** Comma-separated versions; empty from the server if some are not published. */
  wanted: string;
  /** Whether all of them are published; if not, the page shows the live composition. */
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
  /** Origins of remotes besides the site's own; absent if there are none. */
  remoteOrigins?: readonly string[];
  /** Absent where there are no pages for developers (`SiteDefinition.devPages`). */
  hasDevPages?: true;
}

/** `/dev/versions.json`: which versions of each remote are published, the newest first. `at` is when, as an ISO date. */
export type PublishedVersions = Record<string, { version: string; at: string }[]>;
