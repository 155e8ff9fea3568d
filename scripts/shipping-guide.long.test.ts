import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SiteStore } from '@frens/compose/store';
import { site as definition } from '@frens/contract/site';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtStore, freePort, type Site, startSite } from '../e2e/support/site.ts';
import { type CheckoutCommands, commandsOf } from './checkout-commands.ts';
import { copyRepository } from './copy-repository.js';
import { rootDir } from './setup.js';

// Follows docs/shipping-a-remote.md as a new team would: runs every line of its command blocks in a copy of the repository, beside a running
// site. Words in capitals stand for the output of an earlier command.
let dir: string;
let checkout: string;
let store: SiteStore;
let site: Site;
let port: number;
let commands: CheckoutCommands;
const run = (command: string) => commands.run(command);
/** The last published version of each remote. */
const published = new Map<string, string>();

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'frens-guide-'));
  checkout = path.join(dir, 'checkout');
  copyRepository(checkout);
  for (const made of ['.cache', 'api/embedded-mongo/dist'])
    await cp(path.join(rootDir, made), path.join(checkout, made), { recursive: true });
  store = new SiteStore(path.join(dir, 'store'), definition);
  port = await freePort();
  commands = commandsOf(checkout, {
    SITE_STORE: store.dir,
    PORT: String(port),
    CI_USER: 'pipeline',
    CI_COMMIT_TITLE: 'a change',
  });
  if (existsSync(builtStore)) await cp(builtStore, store.dir, { recursive: true });
  // From the current sources; unchanged ones are not rebuilt.
  await run('npm run compose -- publish --promote');
  site = await startSite({ dataDir: path.join(dir, 'data'), storeDir: store.dir, demo: false });
});
afterAll(async () => {
  await site?.stop();
  await rm(dir, { recursive: true, force: true });
});

/** A page of the guide, as a browser gets it. */
async function open(address: string): Promise<void> {
  const answer = await fetch(address, { headers: { accept: 'text/html' } });
  const [, name = '', hash = ''] = /compose=(mf-[a-z]+)@\S+-(\w+)/.exec(address) ?? [];
  expect(await answer.text()).toContain(`/remotes/${name}/files/remoteEntry.${hash}.js`);
}

/** Substitutes published versions for VERSION, and the running site for SITE. */
const filled = (line: string) =>
  line
    .replace('https://SITE', site.origin)
    .replace(/(mf-[a-z]+)@VERSION/g, (_whole, name: string) => `${name}@${published.get(name)}`);

async function follow(line: string): Promise<void> {
  const command = filled(line);
  expect(command, 'what is published is known').not.toMatch(/VERSION|undefined/);
  if (command.startsWith('open ')) return open(command.slice('open '.length));
  // The copy links to the packages of this repository.
  if (command === 'npm install') return;
  if (command.startsWith('npm run dev '))
    return void (await commands.serve(command, `http://localhost:${port}`));
  const said = await run(command);
  for (const [, name = '', version = ''] of said.matchAll(/^(mf-[a-z]+)@(\S+) (?:is|was) published/gm))
    published.set(name, version);
}

/** What a team does between the commands: it edits something. */
async function change(name: string): Promise<void> {
  const file = path.join(checkout, name, 'remote.json');
  const descriptor = JSON.parse(await readFile(file, 'utf8'));
  descriptor.area.en = `${descriptor.area.en} again`;
  await writeFile(file, JSON.stringify(descriptor, null, 2));
}

it('leads a team from nothing to a live change, to several at once, and back', {
  timeout: 600_000,
}, async () => {
  const guide = await readFile(path.join(checkout, 'docs/shipping-a-remote.md'), 'utf8');
  const blocks = Array.from(guide.matchAll(/```sh\n([^]*?)```/g), ([, block = '']) => block);
  expect(blocks.length).toBeGreaterThanOrEqual(4);
  for (const block of blocks) {
    for (const name of new Set(block.match(/mf-[a-z]+/g)))
      if (existsSync(path.join(checkout, name))) await change(name);
    // A pipeline is one program; elsewhere every line is one, without its trailing comment.
    if (block.includes('\nversion=')) {
      // In a sentence further down: an environment is created only once.
      await follow(/`(npm run compose -- promote [^`]*--new-env)`/.exec(guide)?.[1] ?? '');
      await run(filled(block));
    } else for (const line of block.split('\n')) if (line.trim()) await follow(line.replace(/ +#.*$/, ''));
  }
  // Inline code: the two-checkout setup.
  const [, inline = ''] = /`(npm run compose -- publish [^`]*--with [^`]*)`/.exec(guide) ?? [];
  await follow(inline);

  const staged = await store.composition((await store.liveId('staging')) ?? '');
  expect(staged.apps['mf-quiz']?.versions[0].descriptor.area.en).toMatch(/again$/);
  const kinds: string[] = [];
  for (
    let number = 1, entry = await store.entry('live', number);
    entry;
    entry = await store.entry('live', (number += 1))
  )
    kinds.push(entry.kind);
  expect(kinds.slice(-3)).toEqual(['promote', 'rollback', 'promote']);
});
