import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { PageData, RemoteVersion } from '@frens/compose';
import { compress } from '@frens/compose/store';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { rootDir, type Site, startSite, temporaryFolder } from '../support/site.ts';
import { copySite, type SiteCopy } from '../support/site-copy.ts';

// Remotes built by Vite and webpack as docs/remote-of-another-tool.md says: each in its own folder, with the packed packages and nothing else of
// the repository.
const tools = [
  {
    tool: 'Vite',
    word: 'songs',
    packages: ['vite@8.3.8', '@module-federation/vite@1.23.8'],
    build: ['vite', 'build'],
  },
  {
    tool: 'webpack',
    word: 'walks',
    packages: [
      'webpack@5.113.0',
      'webpack-cli@7.3.1',
      '@module-federation/enhanced@2.9.2',
      'esbuild-loader@4.5.0',
      'css-loader@7.1.5',
      'mini-css-extract-plugin@2.10.2',
    ],
    build: ['webpack'],
  },
];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let packed: string[];
let guide: string;
let copy: SiteCopy;
let site: Site;
let browser: Browser;

/** Runs a program as a team would: without the variables by which federation plugins detect tests. */
async function run(cwd: string, program: string, ...words: string[]): Promise<string> {
  const { VITEST: _test, NODE_ENV: _mode, ...env } = process.env;
  return (await promisify(execFile)(program, words, { cwd, env, maxBuffer: 64 * 1024 * 1024 })).stdout;
}

beforeAll(async () => {
  folder = await temporaryFolder();
  const said = await run(rootDir, process.execPath, 'scripts/pack.js', `${folder.dir}/packages`);
  packed = said.trim().split('\n');
  guide = await readFile(path.join(rootDir, 'docs/remote-of-another-tool.md'), 'utf8');
  copy = await copySite(folder.dir, 'mf-quiz');
  [site, browser] = await Promise.all([start(), takeBrowser()]);
}, 300_000);
afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
  await folder?.remove();
});

const start = () => startSite({ dataDir: `${folder.dir}/data`, storeDir: copy.store.dir, demo: false });

/** Writes the files of the guide, with another name instead of `songs`. */
async function writeFiles(dir: string, word: string): Promise<void> {
  const title = word.replace(/^./, (letter) => letter.toUpperCase());
  const text = guide.replaceAll('songs', word).replaceAll('Songs', title);
  for (const [, names = '', code = ''] of text.matchAll(
    /^((?:`[\w./-]+\.\w+`(?: and )?)+)[^\n]*:\n\n```\w+\n([^]*?)```/gm,
  ))
    for (const [, file = ''] of names.matchAll(/`([^`]+)`/g)) {
      await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
      await writeFile(path.join(dir, file), code);
    }
}

async function compose(...words: string[]): Promise<string> {
  const { code, out, err } = await copy.compose(...words);
  expect(code, out + err).toBe(0);
  return out;
}

describe.each(tools)('a remote built by $tool', ({ tool, word, packages, build }) => {
  const name = `mf-${word}`;
  let dir: string;
  let first: RemoteVersion;
  let second: RemoteVersion;
  let person: Person;

  /** Publishes a built version. */
  async function publish(): Promise<RemoteVersion> {
    await run(dir, 'npx', ...build);
    const { receipts } = JSON.parse(await compose('publish', '--from', path.join(dir, 'dist'), '--json'));
    const version = await copy.store.remoteVersion(name, receipts[0].version);
    if (!version) throw new Error(`${name} was not published`);
    return version;
  }

  /** Opens its page and waits for the title. */
  async function open(
    query = '',
    title = word.replace(/^./, (letter) => letter.toUpperCase()),
  ): Promise<void> {
    await person.page.goto(`/${word}${query}`);
    await person.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  }

  beforeAll(async () => {
    dir = path.join(folder.dir, word);
    await writeFiles(dir, word);
    const own = { name, version: '1.0.0', private: true, type: 'module' };
    await writeFile(path.join(dir, 'package.json'), JSON.stringify(own));
    const libraries = ['react@19.3.1', 'react-dom@19.3.1', '@types/react@19.3.0'];
    await run(dir, 'npm', 'install', '--no-audit', '--no-fund', ...libraries, ...packed, ...packages);
    await run(dir, process.execPath, path.join(rootDir, 'node_modules/typescript/bin/tsc'), '--noEmit');
    first = await publish();
    for (const language of ['en', 'es']) {
      const file = path.join(dir, `locales/${language}.json`);
      await writeFile(file, (await readFile(file, 'utf8')).replace(/"title": "/, '"title": "More '));
    }
    second = await publish();
    await compose('promote', `${name}@${first.version}`);
    person = await newPerson(browser, site.origin);
  }, 600_000);
  afterAll(async () => {
    await person?.context.close();
    await compose('promote', '--without', name);
  });

  it('shows its page with the one React, its style and texts, and every file has its integrity', async () => {
    const asked: string[] = [];
    person.page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await open();
    await person.page.getByRole('button', { name: 'Sing' }).click();
    await person.page.getByText('Sung once').waitFor();
    const border = await person.page
      .getByText('Sung once')
      .evaluate((element) => getComputedStyle(element).borderBlockStartWidth);
    expect(border).toBe('3px');
    const code = asked.filter((file) => file.startsWith(first.base) && /\.(js|css)$/.test(file));
    expect(code).toContain(first.base + first.files?.entry);
    expect(new Set(code).size, 'each is asked for once').toBe(code.length);
    const { data, map } = await person.page.evaluate(() => ({
      data: document.querySelector('#page')?.textContent ?? '',
      map: document.querySelector('script[type="importmap"]')?.textContent ?? null,
    }));
    const { composition } = JSON.parse(data) as PageData;
    const { integrity = {} } = composition.apps[name]?.versions[0] ?? {};
    const listed = Object.keys(integrity).map((file) => first.base + file);
    expect(code.filter((file) => !listed.includes(file))).toEqual([]);
    expect(Object.keys(JSON.parse(map ?? '{"integrity":{}}').integrity)).toEqual(
      tool === 'Vite' ? listed.filter((file) => file.endsWith('.js')) : [],
    );
    person.assertNoProblems();
  });

  it('is previewed in one tab, and shown to a share of visitors', async () => {
    await open(
      `?compose=${name}@${second.version}`,
      `More ${word.replace(/^./, (letter) => letter.toUpperCase())}`,
    );
    await open('?compose=');
    await compose('promote', `${name}@${second.version}`, '--canary', '99');
    const other = await newPerson(browser, site.origin);
    await other.page.goto('/');
    await expect
      .poll(async () => {
        await other.page.goto(`/${word}`);
        return other.page.getByRole('heading', { level: 1 }).textContent();
      })
      .toContain('More');
    await other.context.close();
    await compose('rollback', name);
    person.assertNoProblems();
  });

  it('gives way to its last version when a file of it was changed', async () => {
    await compose('promote', `${name}@${second.version}`, '--force');
    const file = copy.store.file(`${second.base.slice(1)}${second.files?.exposed[0]}`);
    const tampered = Buffer.from(`globalThis.isTampered = true;${await readFile(file, 'utf8')}`);
    const { br, gz } = await compress(tampered);
    await Promise.all([writeFile(file, tampered), writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
    // A restarted server and a fresh browser profile: nothing is cached.
    await site.stop();
    site = await start();
    person = await newPerson(browser, site.origin);
    person.expectProblem(/integrity|REMOTE-10|digest|Failed to (load|fetch)/);
    await open();
    expect(await person.page.evaluate(() => 'isTampered' in globalThis)).toBe(false);
    expect(await person.page.getByRole('alert').count()).toBe(0);
  });
});
