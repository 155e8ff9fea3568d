import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { rootDir } from './setup.js';

const { packages } = JSON.parse(readFileSync(path.join(rootDir, 'package-lock.json'), 'utf8'));
const installed = Object.entries(packages).filter(
  ([place, { link }]) => place.includes('node_modules/') && !link,
);

/** Whether Node resolves a package from another one by the lockfile's layout: in its own node_modules, or in one above. */
function isPlaced(name, from) {
  const place = `${from}${from && '/'}node_modules/${name}`;
  if (packages[place]) return true;
  if (!from) return false;
  return isPlaced(name, from.slice(0, Math.max(from.lastIndexOf('/node_modules/'), 0)));
}

it('names the optional packages of every platform, so that npm ci takes it everywhere', () => {
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isPlaced(name, place)),
  );
  expect(missing).toEqual([]);
});

it('has a hash for each package, and no address to download it from', () => {
  expect(installed.filter(([, { integrity }]) => !integrity).map(([place]) => place)).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved).map(([place]) => place)).toEqual([]);
});
