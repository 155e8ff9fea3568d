import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootDir } from './setup.js';

const file = path.join(rootDir, 'CODEOWNERS');

/** Adds the owner of a new remote, above the API's lines. */
export function addOwner(remote, team) {
  const line = `${`/${remote}/`.padEnd(22)} ${team}\n`;
  writeFileSync(file, readFileSync(file, 'utf8').replace('/api/ ', `${line}/api/ `));
}

/** Removes owners of remotes whose folder is gone. */
export function dropOwners() {
  const text = readFileSync(file, 'utf8');
  const left = text
    .split('\n')
    .filter((line) => existsSync(path.join(rootDir, /^\/(mf-[a-z-]+)\//.exec(line)?.[1] ?? '.')))
    .join('\n');
  if (left !== text) writeFileSync(file, left);
}
