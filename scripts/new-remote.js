import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { register } from 'tsx/esm/api';
import { remoteFiles } from './new-remote-files.js';
import { addOwner, dropOwners } from './owners.js';
import { giveUp, rootDir } from './setup.js';

// `npm run new-remote -- mf-events Eventos`: creates a working remote with one page. Deleting its folder removes it.
const [name = '', ...spanish] = process.argv.slice(2);
const [, word] = /^mf-([a-z]+(?:-[a-z]+)*)$/.exec(name) ?? [];
if (!word || spanish.length === 0)
  giveUp('Name it in English, like mf-events, and in Spanish: npm run new-remote -- mf-events Eventos');
const dir = path.join(rootDir, name);
if (existsSync(dir)) giveUp(`${name} is there already.`);

const owner = readdirSync(rootDir).find(
  (folder) => folder.startsWith('mf-') && pathsOf(folder).includes(`/${word}`),
);
if (owner) giveUp(`/${word} is a page of ${owner}: take another name.`);
register();
const { serverPaths, shellScreens } = await import('../api/contract/src/site-path.ts');
if ([...serverPaths, ...Object.keys(shellScreens)].includes(`/${word}`))
  giveUp(`/${word} is served by the site itself: take another name.`);

const dependencies = JSON.parse(readFileSync(path.join(rootDir, 'mf-quiz/package.json'), 'utf8'));
for (const [file, text] of Object.entries(remoteFiles(word, spanish.join(' '), dependencies))) {
  mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
  writeFileSync(path.join(dir, file), text);
}

function pathsOf(remote) {
  const file = path.join(rootDir, remote, 'remote.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).paths.map((page) => page.path) : [];
}

dropOwners();
addOwner(name, `@frens/${word}-team`);

console.log(`${name} is there, with the page /${word} and @frens/${word}-team as its owner.

npm run dev                          the site with it
${`npm run dev -w ${name}`.padEnd(36)} it alone, on mocked answers
${`npm run build -- ${name}`.padEnd(36)} makes it live here; the shell is not touched
npx vitest run --project dom ${name}

npm install writes the new workspace into the lockfile. Begin in ${name}/src/features/${word}.`);
