import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SiteDefinition } from './model/site-definition.ts';
import { Refusal } from './refusal.ts';

/** A checkout to build from: of the whole site, or of one team's remote alone. */
export interface Project {
  dir: string;
  /** Workspaces with a `remote.json`. */
  remoteNames: string[];
  /** Whether it contains the whole site; a team may have only its remote. */
  isWholeSite: boolean;
}

/** Says what the site of a checkout is (`defineSite`), as its default export. */
const definitionFile = 'compose.config.js';

/** Finds the checkout that contains a folder, by its definition of the site; null outside of one. */
export function findProject(from: string): Project | null {
  if (!existsSync(path.join(from, definitionFile))) {
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

/**
 * Reads the site definition of a checkout; outside of one, of the checkout that contains this engine.
 *
 * @throws Refusal where there is neither
 */
export async function readDefinition(project: Project | null): Promise<SiteDefinition> {
  const found = project ?? findProject(import.meta.dirname);
  if (!found)
    throw new Refusal('usage', `What is the site? Run this below the folder with its ${definitionFile}.`);
  const { default: site } = await import(pathToFileURL(path.join(found.dir, definitionFile)).href);
  return site as SiteDefinition;
}
