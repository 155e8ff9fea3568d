import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** A checkout that builds are made from: of the whole site, or of one team's remote alone. */
export interface Project {
  dir: string;
  /** Every workspace that describes itself as a remote. */
  remoteNames: string[];
  /** Whether everything the site is made of is here: a team may have nothing but its own remote. */
  isWholeSite: boolean;
}

/** Finds the checkout that a folder lies in, by the bundler configuration that all its apps share; null outside of one. */
export function findProject(from: string): Project | null {
  if (!existsSync(path.join(from, 'rspack.base.js'))) {
    const above = path.dirname(from);
    return above === from ? null : findProject(above);
  }
  const isRemote = (name: string) => existsSync(path.join(from, name, 'remote.json'));
  return {
    dir: from,
    remoteNames: readdirSync(from).filter(isRemote),
    isWholeSite: existsSync(path.join(from, 'shell/package.json')),
  };
}
