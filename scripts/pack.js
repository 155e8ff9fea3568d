import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { giveUp, rootDir } from './setup.js';

// `npm run pack -- FOLDER`: compiled, typed npm packages for remotes built with another tool (docs/remote-of-another-tool.md).
const target = path.resolve(process.argv[2] ?? path.join(rootDir, 'dist/packages'));
const work = path.join(rootDir, '.cache/packages');

const packages = ['shell/compose', 'api/contract', 'design-system', 'shell/platform', 'shell/members'].map(
  (dir) => {
    const {
      devDependencies: _left,
      private: _private,
      scripts: _scripts,
      exports,
      ...rest
    } = readPackage(dir);
    // Excludes test entries, fixtures and internals.
    const offered = Object.entries(exports).filter(
      ([, file]) => !/\/(testing|mocks|fixtures)[/.]|internal/.test(file),
    );
    return { dir, exports: Object.fromEntries(offered), rest };
  },
);

const packedCommand = `#!/usr/bin/env node
import { runCommandLine } from '../dist/src/command-line.js';
process.exitCode = await runCommandLine(process.argv.slice(2));
`;

rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
compile();
mkdirSync(target, { recursive: true });
for (const one of packages) console.log(path.join(target, pack(one)));

function readPackage(dir) {
  return JSON.parse(readFileSync(path.join(rootDir, dir, 'package.json'), 'utf8'));
}

/** Compiles the sources of all exports, with their imports. */
function compile() {
  const sources = packages.flatMap(({ dir, exports }) =>
    Object.values(exports)
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => sourcesOf(dir, file)),
  );
  const project = path.join(work, 'tsconfig.json');
  writeFileSync(
    project,
    JSON.stringify({
      extends: '../../tsconfig.base.json',
      files: ['design-system/src/css-modules.d.ts', 'shell/compose/src/command-line.ts', ...sources].map(
        (file) => path.join(rootDir, file),
      ),
      compilerOptions: {
        lib: ['es2023', 'dom', 'dom.iterable'],
        allowJs: true,
        checkJs: false,
        noEmit: false,
        declaration: true,
        rewriteRelativeImportExtensions: true,
        rootDir,
        outDir: 'out',
      },
    }),
  );
  const tsc = path.join(rootDir, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', project], { stdio: 'inherit' });
  if (status !== 0) giveUp('The packages do not compile: see above.');
}

/** Source files of an export, which may be a pattern. */
function sourcesOf(dir, file) {
  if (!file.includes('*')) return [path.join(dir, file)];
  const folder = path.join(dir, path.dirname(file));
  return readdirSync(path.join(rootDir, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => path.join(folder, name));
}

/** Assembles a package. @returns the name of its archive */
function pack({ dir, exports, rest }) {
  const folder = path.join(work, dir);
  const out = path.join(work, 'out', dir);
  mkdirSync(folder, { recursive: true });
  cpSync(out, path.join(folder, 'dist'), { recursive: true });
  // Files that the compiler does not emit: styles, texts, plain JavaScript.
  const isAsset = (file) =>
    /\.(css|json|js|svg|woff2)$/.test(file) && !/(^|\/)(package|tsconfig)\.json$/.test(file);
  for (const inside of ['src', 'tokens', 'locales']) {
    const from = path.join(rootDir, dir, inside);
    if (!existsSync(from)) continue;
    for (const file of readdirSync(from, { recursive: true }).filter(isAsset))
      cpSync(path.join(from, file), path.join(folder, 'dist', inside, file));
  }
  // The packed command runs compiled code instead of sources.
  if (rest.bin)
    for (const file of Object.values(rest.bin)) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), packedCommand, { mode: 0o755 });
    }
  // The platform's types read their text keys from the shell's locales.
  if (dir === 'shell/platform')
    cpSync(path.join(rootDir, 'shell/locales/en.json'), path.join(folder, 'locales/en.json'));
  for (const file of readdirSync(path.join(folder, 'dist'), { recursive: true }).filter((name) =>
    name.endsWith('.d.ts'),
  ))
    correctSpecifiers(path.join(folder, 'dist', file));
  const compiled = (file) => `./dist/${path.normalize(file).replace(/\.tsx?$/, '.js')}`;
  const entries = Object.entries(exports).map(([name, file]) => [name, compiled(file)]);
  const text = JSON.stringify(
    { ...rest, exports: Object.fromEntries(entries), files: ['bin', 'dist', 'locales'] },
    null,
    2,
  );
  writeFileSync(path.join(folder, 'package.json'), text);
  cpSync(path.join(rootDir, 'LICENSE'), path.join(folder, 'LICENSE'));
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', target], {
    cwd: folder,
    encoding: 'utf8',
  });
  return JSON.parse(said)[0].filename;
}

/** Rewrites `.ts` specifiers in declarations to `.js`. */
function correctSpecifiers(file) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/((?:from|import\() ?["']\.{1,2}\/[^"']+)\.tsx?(?=["'])/g, '$1.js'));
}
