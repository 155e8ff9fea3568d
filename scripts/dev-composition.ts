import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Composition, RemoteDescriptor } from '@frens/contract/composition';
import { federationName } from '../rspack.base.js';
import { remoteNames, rootDir } from './folders.ts';

/** The composition of the development server: builds in memory, read anew at each page load so that a changed `remote.json` counts. */
export function devComposition(): Composition {
  const apps = remoteNames.map((name) => {
    const descriptor = RemoteDescriptor.parse(
      JSON.parse(readFileSync(path.join(rootDir, name, 'remote.json'), 'utf8')),
    );
    const version = {
      version: 'dev',
      mf: federationName(name, 'dev'),
      base: `/remotes/${name}/dev/`,
      descriptor,
      integrity: {},
    };
    return [name, { versions: [version] }] as const;
  });
  return { host: { version: 'dev', base: '/shell/dev/', integrity: {} }, apps: Object.fromEntries(apps) };
}
