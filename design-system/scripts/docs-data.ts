// Generated content of the Storybook pages: each component's owner, import, screens and types.
// The build collects it from the source files (.storybook/docs/data-loader.js).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rootDir } from '../../scripts/setup.js';
import {
  type Declaration,
  findPairings,
  type Pairing,
  readDeclarations,
  resolve,
  toDesignTokens,
} from './tokens.ts';

export interface Page {
  title: string;
  /** Storybook path: the value of `?path=`. */
  path: string;
}

/** A token with its resolved values and its usage. */
export interface Token extends Declaration {
  light: string;
  dark: string;
  /** Declarations under media queries. */
  others: Declaration[];
  /** Tokens whose value references this one. */
  readBy: string[];
  usedOn: Page[];
  /** Pages that use it indirectly, through tokens that reference it. */
  usedThrough: Page[];
}

export interface TokenPairing extends Omit<Pairing, 'files'> {
  usedOn: Page[];
}

/** A folder of the design system: a component and its subcomponents. */
export interface FolderData {
  /** The component's Markdown guide. */
  guide: string;
  /** Search aliases. */
  aliases: string[];
  owner: string;
  /** Component names, each with its import path. */
  components: Record<string, string>;
  usedOn: Page[];
  /** Source and stylesheet contents by path. */
  files: Record<string, string>;
  /** Source text of its interfaces, type aliases and array props. */
  types: Record<string, string>;
}

export interface DocsData {
  folders: Record<string, FolderData>;
  tokens: Token[];
  pairings: TokenPairing[];
}

const source = path.join(rootDir, 'design-system/src');
const workspaces = readdirSync(rootDir).filter((name) => name === 'shell' || name.startsWith('mf-'));
/** Folders that a rebuild watches. */
export const watchedFolders = [
  source,
  path.join(source, '../tokens'),
  ...workspaces.map((name) => path.join(rootDir, name, 'src')),
];
const read = (file: string) => readFileSync(file, 'utf8');
const relative = (file: string) => path.relative(rootDir, file).replaceAll(path.sep, '/');

const hues = Array.from(
  read(path.join(source, '../tokens/hues.css')).matchAll(/--hue: var\((--hue-\w+)\)/g),
  ([, name = '']) => name,
);

/** A stylesheet, once per hue where it uses the colours of `data-hue`: `--hue-tint` stands for `--hue-plum-tint` and its like. */
function readInEachHue(file: string): string {
  const css = read(file);
  const general = /var\(--hue(-tint|-text)?\)/g;
  if (!general.test(css)) return css;
  return hues.map((name) => css.replaceAll(general, `var(${name}$1)`)).join('\n');
}

/** All files below a folder, recursively. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file));
}

/** The text of each guide, by component folder. */
export function readGuides(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(source)
      .map((folder) => [folder, path.join(source, folder, `${folder}.md`)] as const)
      .filter(([, file]) => existsSync(file))
      .map(([folder, file]) => [folder, read(file)]),
  );
}

/** Aliases of a component, from the "Also called" line of its guide. */
function aliasesIn(guide: string): string[] {
  return /^Also called: (.+)$/m.exec(guide)?.[1]?.split(', ') ?? [];
}

/** An entry of Storybook's story index. */
interface IndexEntry {
  type: string;
  importPath: string;
  /** Headings, indexed by the sidebar search. */
  anchors?: { id: string; title: string }[];
}

const headingsOf = (titles: readonly string[]) => titles.map((title) => ({ id: '', title }));

/** Adds aliases to the sidebar search: "modal" finds the dialog. */
export function addAliases(entries: Readonly<Record<string, IndexEntry>>): void {
  const guides = readGuides();
  for (const entry of Object.values(entries)) {
    const folder = /\/src\/([^/]+)\//.exec(entry.importPath)?.[1] ?? '';
    if (entry.importPath.endsWith('/tokens.stories.tsx'))
      entry.anchors = headingsOf(readDeclarations().map(({ name }) => name));
    if (entry.type === 'docs') entry.anchors = headingsOf(aliasesIn(guides[folder] ?? ''));
  }
}

/** Design token files by name, in the format of design tools. */
export const designTokenFiles = () => toDesignTokens(readDeclarations());

export function collectDocsData(): DocsData {
  const owner = ownerOf('design-system/src');
  const screens = findScreens();
  const folders = Object.entries(readGuides()).map(([folder, guide]): [string, FolderData] => {
    // The component named after the folder comes first, stylesheets last.
    const rank = (file: string) => Number(!file.endsWith(`/${folder}.tsx`)) + Number(file.endsWith('.css'));
    const names = filesIn(path.join(source, folder))
      .filter((file) => /(?<!\.test|\.stories)\.(tsx|css)$/.test(file))
      .toSorted((a, b) => rank(a) - rank(b));
    const files = names.map((file) => [relative(file), read(file)] as const);
    const components = files.flatMap(([file, code]) =>
      namesExportedBy(code).map((name) => [name, entryOf(name, file)] as const),
    );
    const isShown = ({ shows }: Usage) => components.some(([name]) => shows.has(name));
    return [
      folder,
      {
        guide,
        aliases: aliasesIn(guide),
        owner,
        components: Object.fromEntries(components),
        usedOn: screens.filter(isShown).map(({ screen }) => screen),
        files: Object.fromEntries(files),
        types: typesIn(files.map(([, code]) => code).join('\n')),
      },
    ];
  });
  const sheets = findStyles(screens);
  const used = sheets.map(({ page, styles }) => ({ page, css: styles.map(readInEachHue).join('\n') }));
  const stylesheets = [...new Set(sheets.flatMap(({ styles }) => styles))];
  const pairings = findPairings(Object.fromEntries(stylesheets.map((file) => [file, readInEachHue(file)])));
  return {
    folders: Object.fromEntries(folders),
    tokens: readTokens(used),
    pairings: pairings.map(({ files, ...pairing }) => ({
      ...pairing,
      usedOn: sheets
        .filter(({ styles }) => styles.some((file) => files.includes(file)))
        .map(({ page }) => page),
    })),
  };
}

/** The component names that a module exports. */
export function namesExportedBy(code: string): string[] {
  return Array.from(code.matchAll(/^export (?:function|const) ([A-Z]\w+)/gm), ([, name = '']) => name);
}

function typesIn(code: string): Record<string, string> {
  const written = [
    ...code.matchAll(/^(?:export )?(?:interface|type) (\w+)[^;{]*(?:\{[\s\S]*?^\}|;)/gm),
    ...code.matchAll(/(\w+)\??: (readonly \w+\[\]);/g),
  ];
  return Object.fromEntries(written.map(([all, name = '', list]) => [name, list ?? all]));
}

/** The last matching line wins, as in GitHub's CODEOWNERS. */
function ownerOf(folder: string): string {
  const lines = read(path.join(rootDir, 'CODEOWNERS')).matchAll(/^(\/\S+)\s+(\S+)/gm);
  return Array.from(lines).findLast(([, pattern = '']) => `/${folder}/`.startsWith(pattern))?.[2] ?? '';
}

const index = read(path.join(source, 'index.ts'));
const entries = Object.entries<string>(
  (JSON.parse(read(path.join(source, '../package.json'))) as { exports: Record<string, string> }).exports,
);

function entryOf(name: string, file: string): string {
  if (new RegExp(`\\b${name}\\b`).test(index)) return '@frens/design-system';
  const [entry = '.'] = entries.find(([, target]) => file.endsWith(target.slice(1))) ?? [];
  return `@frens/design-system${entry.slice(1)}`;
}

// Matches imports and re-exports: the names (none for a lazy import, which counts as all) and the module path.
const importPattern =
  /(?:import|export)\s+\{([^}]*)\}\s+from\s+'([^']+)'|import\((?:\s*\/\*.*?\*\/)?\s*'([^']+)'/g;

interface Import {
  names: string[];
  from: string;
}

const importsByFile = new Map<string, Import[]>();

function importsOf(file: string): Import[] {
  const known = importsByFile.get(file);
  if (known) return known;
  const found = Array.from(read(file).matchAll(importPattern), ([, names = '', from, lazy]) => ({
    names: names
      .split(',')
      .map((name) => name.trim().split(' as ')[0] ?? '')
      .filter((name) => name && !name.startsWith('type ')),
    from: from ?? lazy ?? '',
  }));
  importsByFile.set(file, found);
  return found;
}

/** Maps the export paths of workspace packages to files. */
const modules = new Map(
  ['design-system', 'shell/members', 'shell/platform'].flatMap((folder) => {
    const text = read(path.join(rootDir, folder, 'package.json'));
    const { name, exports } = JSON.parse(text) as { name: string; exports: Record<string, string> };
    return Object.entries(exports).map(([entry, file]): [string, string] => [
      name + entry.slice(1),
      path.join(rootDir, folder, file),
    ]);
  }),
);
/** Barrel modules, which only re-export. */
const barrels = ['index', 'public', 'internal'].map((name) => `${name}.ts`);

/** Components that a file renders, directly or through its imports. */
function componentsIn(file: string, visited: Set<string>): string[] {
  if (visited.has(file) || !existsSync(file) || /\/testing\/|\/remote\.tsx$|\.test\./.test(file)) return [];
  visited.add(file);
  return importsOf(file).flatMap((one) => componentsFrom(one, file, visited));
}

function componentsFrom({ names, from }: Import, importer: string, visited: Set<string>): string[] {
  const file = from.startsWith('.') ? path.resolve(path.dirname(importer), from) : modules.get(from);
  if (!file || !/\.tsx?$/.test(file) || !existsSync(file)) return [];
  if (barrels.includes(path.basename(file)))
    return importsOf(file).flatMap((passed) => {
      const wanted = passed.names.filter((name) => names.includes(name));
      return wanted.length > 0 ? componentsFrom({ ...passed, names: wanted }, file, visited) : [];
    });
  const own = file.startsWith(source) ? (names.length > 0 ? names : namesExportedBy(read(file))) : [];
  return [...own, ...componentsIn(file, visited)];
}

/** The Storybook page of a stories file. */
function pageOf(stories: string, mode: 'story' | 'docs'): Page {
  const text = read(stories);
  const title = /title: '([^']+)'/.exec(text)?.[1] ?? '';
  const idOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const first = /^export const ([A-Z]\w*)/m.exec(text)?.[1] ?? '';
  const name =
    mode === 'docs' ? 'docs' : idOf(first.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-'));
  return { title: title.split('/').at(-1) ?? '', path: `/${mode}/${idOf(title)}--${name}` };
}

/** Stylesheets imported by a module. */
function stylesOf(file: string): string[] {
  return Array.from(read(file).matchAll(/from '(\.[^']+\.css)'/g), ([, from = '']) =>
    path.resolve(path.dirname(file), from),
  );
}

/** Adds the internal modules of the design system that these files import. */
function withInternals(files: string[]): string[] {
  const imported = files.flatMap((file) =>
    Array.from(read(file).matchAll(/from '\.\.\/(internal\/[\w-]+\.tsx)'/g), ([, name = '']) =>
      path.join(source, name),
    ),
  );
  return [...files, ...new Set(imported)];
}

/** Maps each component page and screen to its stylesheets. */
function findStyles(screens: readonly Usage[]): { page: Page; styles: string[] }[] {
  const components = Object.keys(readGuides()).map((folder) => ({
    page: pageOf(path.join(source, folder, `${folder}.stories.tsx`), 'docs'),
    styles: withInternals(
      filesIn(path.join(source, folder)).filter((file) => /(?<!\.stories)\.tsx$/.test(file)),
    ).flatMap(stylesOf),
  }));
  const everywhere = {
    title: 'Every page',
    path: pageOf(path.join(source, 'text/text.stories.tsx'), 'docs').path,
  };
  const base = { page: everywhere, styles: [path.join(source, '../tokens/reset.css')] };
  return [
    base,
    ...components,
    ...screens.map(({ screen, styles }) => ({ page: screen, styles: [...styles] })),
  ];
}

function readTokens(sheets: readonly { page: Page; css: string }[]): Token[] {
  const declarations = readDeclarations();
  const readersOf = (name: string) => [
    ...new Set(
      declarations.filter(({ value }) => value.includes(`var(${name})`)).map((reader) => reader.name),
    ),
  ];
  /** Direct and transitive references. */
  const allReadersOf = (name: string): string[] =>
    readersOf(name).flatMap((reader) => [reader, ...allReadersOf(reader)]);
  const pagesWith = (names: readonly string[]) =>
    sheets.filter(({ css }) => names.some((name) => css.includes(`var(${name})`))).map(({ page }) => page);
  return declarations
    .filter(({ condition }) => !condition)
    .map((declaration) => ({
      ...declaration,
      light: resolve(declaration.value, 'light', declarations),
      dark: resolve(declaration.value, 'dark', declarations),
      others: declarations.filter(({ name, condition }) => condition && name === declaration.name),
      readBy: readersOf(declaration.name),
      usedOn: pagesWith([declaration.name]),
      usedThrough: pagesWith(allReadersOf(declaration.name)),
    }));
}

interface Usage {
  screen: Page;
  /** Component names. */
  shows: Set<string>;
  /** Paths of its own stylesheets. */
  styles: Set<string>;
}

/** Stories outside the design system, with the components that they render. */
export function findScreens(): Usage[] {
  importsByFile.clear();
  const stories = workspaces.flatMap((name) =>
    filesIn(path.join(rootDir, name, 'src')).filter((file) => file.endsWith('.stories.tsx')),
  );
  return stories.map((file) => {
    const visited = new Set<string>();
    const shows = ['.screen.tsx', '.tsx', '.stories.tsx'].flatMap((ending) =>
      componentsIn(file.replace('.stories.tsx', ending), visited),
    );
    const styles = [...visited].filter((one) => !one.includes('/design-system/')).flatMap(stylesOf);
    return { screen: pageOf(file, 'story'), shows: new Set(shows), styles: new Set(styles) };
  });
}
