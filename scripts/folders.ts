import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const rootDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Where builds are published: `SITE_STORE`, by default `dist/` of the repository. */
export const storeDir = path.resolve(process.env.SITE_STORE ?? path.join(rootDir, 'dist'));

/** Whether everything the site is made of is here: a team may have nothing but its own remote. */
export const isWholeSite = existsSync(path.join(rootDir, 'shell/package.json'));

/** Every workspace that describes itself as a remote. */
export const remoteNames = readdirSync(rootDir).filter((name) =>
  existsSync(path.join(rootDir, name, 'remote.json')),
);
