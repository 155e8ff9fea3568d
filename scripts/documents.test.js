import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { devPages, shellScreens } from '@frens/contract/site-path';
import { describe, expect, it } from 'vitest';
import { rootDir } from './setup.js';

const read = (file) => readFileSync(path.join(rootDir, file), 'utf8');
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: rootDir, encoding: 'utf8' })
  .split('\n')
  .filter(Boolean);

describe('the documents', () => {
  it.each(documents)('%s links to files that are there', (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(
      ([, target]) => target,
    );
    const missing = links.filter(
      (target) => !existsSync(path.resolve(rootDir, path.dirname(document), target)),
    );
    expect(missing).toEqual([]);
  });

  it('name only commands of npm that there are', () => {
    const scriptsOf = (folder) => JSON.parse(read(path.posix.join(folder, 'package.json'))).scripts;
    const named = documents
      .filter((document) => !document.startsWith('docs/decisions/0'))
      .flatMap((document) => [
        ...read(document).matchAll(
          /npm (?:run (?:--\w+ )?|(?=(?:test|start)\b))([\w:-]+)(?: -w ([a-z][\w/-]*))?/g,
        ),
      ]);
    const unknown = named.filter(([, script, folder = '.']) => !(script in scriptsOf(folder)));
    expect(named.length).toBeGreaterThan(40);
    expect(unknown.map(([command]) => command)).toEqual([]);
  });

  it('name only test projects and files that there are', () => {
    const named = documents
      .filter((document) => document.endsWith('README.md'))
      .flatMap((document) => [...read(document).matchAll(/npx (vitest) run ((?:--project )?[^#`\n]+)/g)]);
    const finds = ([, , args]) => {
      const list = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', ...args.trim().split(/\s+/)];
      return execFileSync(process.execPath, list, { cwd: rootDir, encoding: 'utf8' }).includes('.test.');
    };
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((command) => !finds(command)).map(([command]) => command)).toEqual([]);
  });

  it('name only commands of the composition that there are', () => {
    const named = documents
      .filter((document) => !document.startsWith('docs/decisions/'))
      .flatMap((document) =>
        [...read(document).matchAll(/npm run compose -- ([a-z]+)/g)].map(([, name]) => name),
      );
    const commands = read('shell/compose/src/command-line.ts');
    const unknown = named.filter((name) => !commands.includes(`${name}: ${name}Command`));
    expect(named.length).toBeGreaterThan(5);
    expect(unknown).toEqual([]);
  });

  it('and messages write commands of the composition so that they can be pasted', () => {
    const [, list = ''] =
      /const commands[^{]*\{([^}]*)\}/.exec(read('shell/compose/src/command-line.ts')) ?? [];
    const names = Array.from(list.matchAll(/(\w+):/g), ([, name]) => name);
    const bare = new RegExp(`(?<!-- |[\\w/-])compose (${names.join('|')})\\b`);
    const files = execFileSync('git', ['ls-files', '*.md', '*.js', '*.ts', '*.tsx', '*.yml', '*.json'], {
      cwd: rootDir,
      encoding: 'utf8',
    })
      .split('\n')
      .filter((file) => file && !file.includes('.test.') && existsSync(path.join(rootDir, file)));
    expect(names).toContain('rollback');
    expect(files.filter((file) => bare.test(read(file)))).toEqual([]);
  });

  it('name all sources that the types of a remote alone are read from', () => {
    const [, list = ''] =
      /of your remote alone with [^(]*\(([^)]*)\)/.exec(read('docs/shipping-a-remote.md')) ?? [];
    const there = [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    const file = path.join(rootDir, '.cache/types/documents.json');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '{ "extends": "../../tsconfig.base.json", "include": ["../../mf-quiz"] }');
    const program = ['node_modules/typescript/bin/tsc', '-p', file, '--listFilesOnly'];
    const sources = execFileSync(process.execPath, program, { cwd: rootDir, encoding: 'utf8' })
      .split('\n')
      .map((file) => path.relative(rootDir, file))
      .filter((file) => file && !file.split(path.sep).includes('node_modules'));
    const missing = sources.filter(
      (file) => ![...there, 'mf-quiz'].some((name) => file === name || file.startsWith(name + path.sep)),
    );
    expect(sources.length).toBeGreaterThan(50);
    expect(missing).toEqual([]);
    expect(there.filter((name) => !name.includes('*') && !existsSync(path.join(rootDir, name)))).toEqual([]);
  });

  it('name only files that there are', () => {
    const named = ['README.md', 'CONTRIBUTING.md', 'docs/operating.md', 'docs/shipping-a-remote.md'].flatMap(
      (document) =>
        [...read(document).matchAll(/`((?:api|shell|docs|scripts|e2e|design-system)\/[\w./-]+\.\w+)`/g)].map(
          ([, file]) => file,
        ),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((file) => !existsSync(path.join(rootDir, file)))).toEqual([]);
  });

  it('name in records only sources that there are, by their whole path or its end', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: rootDir, encoding: 'utf8' })
      .split('\n')
      .map((file) => `/${file}`);
    const missing = documents
      .filter((document) => document.startsWith('docs/decisions/0'))
      .flatMap((document) =>
        [...read(document).matchAll(/`([\w.-]+\/[\w./-]+\.(?:tsx?|js|css|md))`/g)]
          .filter(([, file]) => !files.some((one) => one.endsWith(`/${file}`)))
          .map(([, file]) => `${document}: ${file}`),
      );
    expect(missing).toEqual([]);
  });

  it('say what the API imports of other workspaces, and which models are in its database folder', () => {
    const sources = execFileSync('git', ['ls-files', 'api/src/**/*.ts', 'api/src/*.ts'], {
      cwd: rootDir,
      encoding: 'utf8',
    })
      .split('\n')
      .filter((file) => file && !/\.test\.ts$|\/testing\//.test(file));
    const imported = sources.flatMap((file) =>
      [...read(file).matchAll(/(?:from|import\() ?'((?:@frens\/|embedded-)[^']+)'/g)].map(([, name]) => name),
    );
    const architecture = read('docs/architecture.md');
    const [, told = ''] = /The\s+API imports ([^.]*)\./.exec(architecture) ?? [];
    const names = [...told.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    const isTold = (name) => names.some((one) => name === one || name.startsWith(`${one}/`));
    expect(imported.filter((name) => !isTold(name))).toEqual([]);
    expect(
      names.filter((name) => !imported.some((one) => one === name || one.startsWith(`${name}/`))),
    ).toEqual([]);
    const models = sources.filter(
      (file) => file.startsWith('api/src/database/') && read(file).includes('new Schema<'),
    );
    const [, list = ''] = /models of its own: ([^\n]*)/.exec(architecture) ?? [];
    expect(list.split(', ')).toHaveLength(models.length);
  });

  it('list every page of the site, and no other', () => {
    const [, table = ''] = /\n## 2\. Screens\n([\s\S]*?)\n\n(?!\|)/.exec(read('docs/product.md')) ?? [];
    const listed = [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell]) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, address]) => address.replace(/\{(\w+)\}/g, ':$1')),
    );
    const remotes = readdirSync(rootDir).filter((name) => name.startsWith('mf-'));
    const pages = [
      ...Object.keys(shellScreens).filter((address) => !devPages.includes(address)),
      ...remotes.flatMap((name) => JSON.parse(read(`${name}/remote.json`)).paths.map((one) => one.path)),
    ];
    const inOrder = (one, other) => one.localeCompare(other);
    expect(listed.toSorted(inOrder)).toEqual(pages.toSorted(inOrder));
  });

  it('list every variable that the server reads', () => {
    const [, schema] = read('api/src/config.ts').match(/const Environment = z\.object\(\{([\s\S]*?)\n\}\);/);
    const variables = [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name);
    const listed = new Set([...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name));
    expect(variables.length).toBeGreaterThan(5);
    expect(variables.filter((name) => !listed.has(name))).toEqual([]);
  });
});
