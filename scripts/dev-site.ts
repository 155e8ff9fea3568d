import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Composition, RemoteDescriptor } from '@frens/contract/composition';
import { fillPage } from '../api/src/site/fill-page.ts';
import { federationName } from '../shell/compose/src/build/build-version.js';
import { findProject } from '../shell/compose/src/project.ts';
import { shareRefreshRuntime } from './refresh-hook.ts';
import { rootDir } from './setup.js';

export const remoteNames = findProject(rootDir)?.remoteNames ?? [];

/** The composition of the development server: builds in memory, read anew at each page load so that a changed `remote.json` counts. */
export function devComposition(): Composition {
  const apps: Composition['apps'] = {};
  for (const name of remoteNames) {
    const descriptor = RemoteDescriptor.parse(
      JSON.parse(readFileSync(path.join(rootDir, name, 'remote.json'), 'utf8')),
    );
    const base = `/remotes/${name}/dev/`;
    apps[name] = {
      versions: [{ version: 'dev', mf: federationName(name, 'dev'), base, descriptor, integrity: {} }],
    };
  }
  return { host: { version: 'dev', base: '/shell/dev/', integrity: {} }, apps };
}

/** A page of the development server. */
export function devPage(html: string): string {
  const brand = { site: process.env.SITE_NAME ?? 'Frens', product: process.env.PRODUCT_NAME ?? 'Fren' };
  return shareRefreshRuntime(fillPage(html, { brand, composition: devComposition() }));
}

export { startApi } from './dev-api.ts';
