import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { rspack } from '@rspack/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NameClassesByContent, TakeOwnChunks } from './name-by-content.js';

const sources = {
  'index.js': `export const part = () => import('./part.js').then(({ say }) => say());
export const shared = () => import('./shared.js').then(({ styles }) => styles);`,
  'part.js': `import { word } from './word.js'; export const say = () => word;`,
  'word.js': `export const word = 'old';`,
  'shared.js': `import { card } from './shared.css'; import { card as more } from './more.css'; export const styles = [card, more];`,
  'shared.css': '.card { color: red; }',
  'more.css': '.card { color: blue; }',
};
type Sources = Partial<typeof sources>;

let dir: string;
let versions: string[];
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'two-versions-'));
  versions = [await build('1', {}), await build('2', { 'word.js': `export const word = 'new';` })];
});
afterAll(() => rmSync(dir, { recursive: true }));

/** Builds a version of a remote with some of its sources changed; its folder. */
async function build(version: string, changes: Sources): Promise<string> {
  const context = path.join(dir, 'sources');
  mkdirSync(context, { recursive: true });
  for (const [file, code] of Object.entries({ ...sources, ...changes }))
    writeFileSync(path.join(context, file), code);
  const output = path.join(dir, version);
  const compiler = rspack({
    context,
    mode: 'production',
    target: ['web', 'es2022'],
    devtool: false,
    entry: { main: './index.js' },
    output: {
      path: output,
      publicPath: '/files/',
      // As long as the version is a placeholder.
      uniqueName: 'remote',
      chunkLoadingGlobal: 'rspackChunkremote',
      filename: `main.${version}.js`,
      chunkFilename: '[name].[contenthash:8].js',
      cssChunkFilename: '[name].[contenthash:8].css',
      library: { type: 'var', name: `remote_${version}` },
    },
    module: {
      rules: [
        {
          test: /\.css$/,
          type: 'css/module',
          generator: { localIdentName: 'r-[local]-[hash:base64:5]', exportsOnly: true },
        },
      ],
    },
    optimization: { moduleIds: 'deterministic', chunkIds: 'deterministic', concatenateModules: false },
    plugins: [new NameClassesByContent(), new TakeOwnChunks()],
  });
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (!stats || stats.hasErrors()) throw new Error(stats?.toString('errors-only'));
  return output;
}

const chunksOf = (version: string) => readdirSync(version).filter((file) => !file.startsWith('main.'));

interface Script {
  src: string;
  onload?(event: object): void;
}

/** A page with both versions, and the scripts that they have asked for and that have not come yet. */
function openPage() {
  const asked: Script[] = [];
  const document = {
    currentScript: null as Script | null,
    getElementsByTagName: () => [],
    createElement: () => ({ setAttribute() {}, getAttribute: () => null }),
    head: { appendChild: (script: Script) => void asked.push(script) },
  };
  const location = { origin: '', href: '/' };
  const page = createContext({ document, location, setTimeout, clearTimeout, window: { location } });
  function run(script: Script): void {
    const file = script.src.replace(/^\/files\/|\?.*$/g, '');
    const version = versions.find((one) => readdirSync(one).includes(file)) ?? '';
    document.currentScript = script;
    runInContext(readFileSync(path.join(version, file), 'utf8'), page);
    document.currentScript = null;
    script.onload?.({ type: 'load', target: script });
  }
  const remotes = versions.map((version) => {
    const name = path.basename(version);
    run({ src: `/files/main.${name}.js` });
    return runInContext(`remote_${name}`, page) as Record<'part' | 'shared', () => Promise<unknown>>;
  });
  return {
    first: remotes[0] as (typeof remotes)[number],
    second: remotes[1] as (typeof remotes)[number],
    /** Has what was asked for come, in an order of the test's own. */
    arrive: (order: (scripts: Script[]) => Script[] = (scripts) => scripts) => {
      for (const script of order(asked.splice(0))) run(script);
    },
  };
}

it('keeps unchanged files across versions', () => {
  const [before = [], after = []] = versions.map(chunksOf);
  expect(before.length).toBe(2);
  expect(after.filter((file) => !before.includes(file))).toHaveLength(1);
});

it.each([
  ['in their order', (scripts: Script[]) => scripts],
  ['the other way round', (scripts: Script[]) => scripts.toReversed()],
])('runs two versions on one page, whose chunks arrive %s', async (_case, order) => {
  const { first, second, arrive } = openPage();
  const said = Promise.all([first.part(), second.part()]);
  arrive(order);
  expect(await said).toEqual(['old', 'new']);
});

it('runs one version after the other', async () => {
  const { first, second, arrive } = openPage();
  for (const [remote, word] of [
    [second, 'new'],
    [first, 'old'],
  ] as const) {
    const said = remote.part();
    arrive();
    expect(await said).toBe(word);
  }
  // And a file that both have.
  for (const remote of [first, second]) {
    const styles = remote.shared();
    arrive((scripts) => scripts.map((script) => ({ ...script, src: `${script.src}?retry=1` })));
    expect(await styles).toEqual([expect.stringMatching(/^r-card-/), expect.stringMatching(/^r-card-/)]);
  }
});

it('renames classes only of changed style sheets', async () => {
  const nameIn = async (version: string, changes: Sources) => {
    const output = await build(version, changes);
    const code = chunksOf(output)
      .map((file) => readFileSync(path.join(output, file), 'utf8'))
      .join('\n');
    return [...code.matchAll(/r-card-[\w+/-]+/g)].map(([name]) => name).sort();
  };
  const before = await nameIn('3', {});
  const after = await nameIn('4', { 'shared.css': '.card { color: green; }' });
  expect(before).toHaveLength(2);
  expect(after.filter((name) => before.includes(name))).toHaveLength(1);
});
