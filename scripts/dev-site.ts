import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Composition, RemoteDescriptor } from '@frens/compose';
import { federationName } from '@frens/compose/build';
import { fillPage } from '@frens/compose/server';
import { type DescriptorProblem, descriptorFile, findProject, readDescriptor } from '@frens/compose/store';
import { site } from '@frens/contract/site';
import { shareRefreshRuntime } from './refresh-hook.ts';
import { rootDir } from './setup.js';

export const remoteNames = findProject(rootDir)?.remoteNames ?? [];

/** The last valid version of each descriptor. */
const sound = new Map<string, RemoteDescriptor>();

/** Rereads every `remote.json`. A broken one keeps its last valid version, or stays out, so that the rest works. */
export function readDescriptors(): DescriptorProblem[] {
  return remoteNames.flatMap((name): DescriptorProblem[] => {
    const file = path.join(name, descriptorFile);
    try {
      const { data, problems } = readDescriptor(site, name, readFileSync(path.join(rootDir, file), 'utf8'));
      if (data) sound.set(name, data);
      return problems ?? [];
    } catch (error) {
      return [{ where: file, text: error instanceof Error ? error.message : String(error) }];
    }
  });
}

/** Remotes and their pages, for the development panel. */
export function panelRemotes(): { name: string; paths: string[] }[] {
  readDescriptors();
  return [...sound].map(([name, { paths }]) => ({ name, paths: paths.map(({ path: page }) => page) }));
}

/** Composition of the development server: in-memory builds with the current descriptors. */
export function devComposition(): Composition {
  const apps: Composition['apps'] = {};
  for (const [name, descriptor] of sound) {
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
  const page = shareRefreshRuntime(
    fillPage(html, { brand, composition: devComposition(), hasDevPages: true }),
  );
  return page.replace('<head>', '<head><script src="/__dev/overlay.js" type="module"></script>');
}

export { startApi } from './dev-api.ts';
