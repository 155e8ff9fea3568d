import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** A checkout to build from: of the whole site, or of one team's remote alone. */
export interface Project {
  dir: string;
  /** Workspaces with a `remote.json`. */
  remoteNames: string[];
  /** Whether it contains the whole site; a team may have only its remote. */
  isWholeSite: boolean;
}

/** Finds the checkout that contains a folder, by the shared bundler configuration; null outside of one. */
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
