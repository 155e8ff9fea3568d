import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rootDir } from './setup.js';

// A complete component can be imported, read about, looked at, and keeps the promises of all components. Its documentation is its page in
// Storybook: the guide beside it, and what docs-page.tsx shows of its code and stories.
const folder = path.join(rootDir, 'design-system/src');
const read = (file) => readFileSync(path.join(folder, file), 'utf8');
const index = read('index.ts');
const exported = readFileSync(path.join(folder, '../package.json'), 'utf8');

/** Folders without a component. */
const others = new Set(['foundations', 'icon', 'internal']);
const guideParts = ['When to use', 'When not to use', 'Do', 'Don’t', 'Keyboard', 'Writing'];
const folders = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !others.has(entry.name))
  .map(({ name }) => name);
const components = folders.flatMap((name) =>
  readdirSync(path.join(folder, name))
    .filter((file) => file.endsWith('.tsx') && !/\.(test|stories)\.tsx$/.test(file))
    .flatMap((file) =>
      [...read(`${name}/${file}`).matchAll(/^export (?:function|const) ([A-Z]\w+)/gm)].map(
        ([, component]) => ({
          component,
          name,
          file,
        }),
      ),
    ),
);

describe.each(components)('$component', ({ component, name, file }) => {
  it('is exported, by the index or as an entry of its own', () => {
    const isEntry = exported.includes(`"./src/${name}/${file}"`);
    expect(isEntry || new RegExp(`\\b${component}\\b`).test(index)).toBe(true);
  });

  it('is on the page of its folder', () => {
    const [, main, parts = ''] =
      /\bcomponent: (\w+)(?:,\s+subcomponents: \{([^}]+)\})?/.exec(read(`${name}/${name}.stories.tsx`)) ?? [];
    expect([main, ...parts.split(/,\s*/).map((part) => part.trim())]).toContain(component);
  });

  it('is tested: by the contract of all components, or in its folder where it has no root element of its own', () => {
    const tests = readdirSync(path.join(folder, name)).filter((one) => one.endsWith('.test.tsx'));
    const code = ['contract.test.tsx', ...tests.map((test) => `${name}/${test}`)].map(read).join('\n');
    expect(new RegExp(`describeComponent\\([^,]+, ${component},|<${component}\\b`).test(code)).toBe(true);
  });
});

describe.each(folders)('%s', (name) => {
  const files = readdirSync(path.join(folder, name));

  it('has stories', () => expect(files).toContain(`${name}.stories.tsx`));

  it('has a guide that says everything', () => {
    expect(files).toContain(`${name}.md`);
    const [names, ...parts] = read(`${name}/${name}.md`).split(/^## /m);
    expect(names).toMatch(/^Also called: \w.+\n\n$/);
    expect(parts.map((part) => /^(.+)\n\n- \w?\S/.exec(part)?.[1])).toEqual(guideParts);
  });

  it('says of each prop what it is for', () => {
    const code = files
      .filter((file) => /(?<!\.test|\.stories)\.tsx$/.test(file))
      .map((file) => read(`${name}/${file}`));
    const bodies = code
      .join('\n')
      .matchAll(/^export interface \w+(?:Props|Option)\b[^{]*\{\n([\s\S]*?)^\}/gm);
    const bare = [...bodies].flatMap(([, body]) =>
      [...body.matchAll(/(?<!\*\/\n)^  ([\w']+)\??:/gm)].map(([, prop]) => prop),
    );
    expect(bare).toEqual([]);
  });
});

it('finds the components', () => expect(components.length).toBeGreaterThan(40));

// They load with the first page, before page styles: of two equally specific rules the later one wins.
it('part-styles.ts lists the styles of all that the platform brings', () => {
  const seen = new Set();
  const importsOf = (code) => [...code.matchAll(/^(?:im|ex)port(?! type) ([^;]*?)(?: from )?'([^']+)';/gm)];
  function visit(file) {
    if (seen.has(file)) return;
    seen.add(file);
    if (!/\.tsx?$/.test(file)) return;
    for (const [, , from] of importsOf(read(file)))
      if (from.startsWith('.')) visit(path.posix.join(path.posix.dirname(file), from));
  }
  const brought = ['public.ts', 'internal.ts']
    .flatMap((file) => importsOf(readFileSync(path.join(rootDir, 'shell/platform/src', file), 'utf8')))
    .flatMap(([, names, from]) => (from === '@frens/design-system' ? names : []))
    .join();
  for (const [, names, from] of importsOf(index))
    if (names.match(/\b(?!type\b)[A-Za-z]+\b/g).some((name) => new RegExp(`\\b${name}\\b`).test(brought)))
      visit(path.posix.normalize(from));
  const styles = [...seen].filter((file) => file.endsWith('.css'));
  const listed = [...read('part-styles.ts').matchAll(/^import '\.\/(.+)';$/gm)].map(([, file]) => file);
  expect(new Set(listed)).toEqual(new Set(styles));
});
