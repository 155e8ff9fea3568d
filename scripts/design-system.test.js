import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rootDir } from './setup.js';

// A component is complete when others can import it, read about it, look at it, and rely on what all components promise.
const folder = path.join(rootDir, 'design-system/src');
const read = (file) => readFileSync(path.join(folder, file), 'utf8');
const index = read('index.ts');
const exported = readFileSync(path.join(folder, '../package.json'), 'utf8');
const readme = readFileSync(path.join(folder, '../README.md'), 'utf8');

/** Folders that hold no component to look at. */
const others = new Set(['foundations', 'icon', 'internal', 'provider']);
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

  it('has a row in the README', () => expect(readme).toContain(`\`${component}\``));

  it('is tested: by the contract of all components, or in its folder where it has no root element of its own', () => {
    const tests = readdirSync(path.join(folder, name)).filter((one) => one.endsWith('.test.tsx'));
    const code = ['contract.test.tsx', ...tests.map((test) => `${name}/${test}`)].map(read).join('\n');
    expect(new RegExp(`describeComponent\\([^,]+, ${component},|<${component}\\b`).test(code)).toBe(true);
  });
});

// What nobody can look at has no stories.
it.each(folders.filter((name) => name !== 'visually-hidden'))('%s has stories', (name) => {
  expect(readdirSync(path.join(folder, name))).toContain(`${name}.stories.tsx`);
});

it('finds the components', () => expect(components.length).toBeGreaterThan(40));
