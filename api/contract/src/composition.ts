import { z } from 'zod';

/** The site's configurable names (D51): `{{site}}` and `{{product}}` in every text. */
export const Brand = z.object({ site: z.string().min(1), product: z.string().min(1) });
export type Brand = z.infer<typeof Brand>;

/** A page of a remote: its path in react-router's notation, and who may open it. */
export const RemotePath = z.object({
  path: z.string().startsWith('/'),
  access: z.enum(['public', 'member']),
});
export type RemotePath = z.infer<typeof RemotePath>;

/** A link in the top bar. `label` is a key of the shell's texts; `access` says who sees it. Lower `order` comes first. */
export const NavEntry = z.object({
  path: z.string().startsWith('/'),
  label: z.string().min(1),
  order: z.number(),
  access: z.enum(['public', 'member']).default('public'),
});
export type NavEntry = z.infer<typeof NavEntry>;

/** A remote's static descriptor, `remote.json`: what the shell knows of it before loading any of its code. */
export const RemoteDescriptor = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().regex(/^mf-[a-z]+$/),
  /** Platform major the remote was built for. */
  platform: z.number().int().positive(),
  paths: z.array(RemotePath).min(1),
  nav: z.array(NavEntry).default([]),
});
export type RemoteDescriptor = z.infer<typeof RemoteDescriptor>;

/** Content hashes of a version's assets, by file name: `sha384-…` as in the `integrity` attribute. */
export const Integrity = z.record(z.string(), z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/));
export type Integrity = z.infer<typeof Integrity>;

/** One immutable published version of a remote. */
export const RemoteVersion = z.object({
  version: z.string().min(1),
  /** Federation name. It carries the version, because two builds of one name share a chunk array and run each other's code. */
  mf: z.string().min(1),
  /** Address of the version's folder, with a slash at the end. */
  base: z.string().min(1),
  descriptor: RemoteDescriptor,
  /** The bundler's federation manifest, inlined so that the browser need not ask for it. Absent in development. */
  manifest: z.record(z.string(), z.unknown()).optional(),
  integrity: Integrity,
});
export type RemoteVersion = z.infer<typeof RemoteVersion>;

/** One immutable published version of the shell. */
export const ShellVersion = z.object({
  version: z.string().min(1),
  base: z.string().min(1),
  integrity: Integrity,
});
export type ShellVersion = z.infer<typeof ShellVersion>;

/**
 * What is live: one version of the shell and, for each remote, its versions with the current one first.
 * The first issue publishes one version a remote; the list leaves room for the previous one to fall back to.
 */
export const Composition = z.object({
  host: ShellVersion,
  apps: z.record(z.string(), z.object({ versions: z.array(RemoteVersion).min(1) })),
});
export type Composition = z.infer<typeof Composition>;

/** The data served inside the HTML page, in `<script type="application/json" id="page">`. */
export interface PageData {
  brand: Brand;
  composition: Composition;
}
