import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

// Looks come from tokens, and a page is no wider than its window. A column of `1fr` is as wide as the longest name on one line in it, and with it the page; one of `minmax(0, 1fr)` never is. Columns that a grid
// does not name are such (design-system/tokens/reset.css).
const root = path.join(import.meta.dirname, '..');
const workspaces = readdirSync(root).filter((name) => /^(design-system|shell|mf-.*)$/.test(name));
const filesNamed = (ending) =>
  workspaces.flatMap((workspace) =>
    readdirSync(path.join(root, workspace), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ending) && !/node_modules|static|dist/.test(file))
      .map((file) => path.posix.join(workspace, file)),
  );
const files = filesNamed('.css');

it('finds the stylesheets', () => expect(files.length).toBeGreaterThan(100));

it.each(files)('%s has no column that a long name stretches', (file) => {
  const columns = valuesOf(/grid-template-columns/, file);
  const bounded = /minmax\((?:[^()]|\([^()]*\))*\)/g;
  expect(columns.filter((value) => /\dfr\b/.test(value.replaceAll(bounded, '')))).toEqual([]);
});

// A leaf and a corner without a radius are shapes; tests of remotes alone have no tokens.
it.each(files.filter((file) => !file.includes('/testing/')))('%s takes its radii from tokens', (file) => {
  expect(
    valuesOf(/border-[a-z-]*radius/, file).filter((value) => /[\d.]+(px|em|rem|(?<!\b100)%)/.test(value)),
  ).toEqual([]);
});

// The build writes `:dir(rtl)` as a list of languages, and a page may be turned around in any.
it('asks for the direction by its attribute', () => {
  const css = (file) => readFileSync(path.join(root, file), 'utf8');
  expect(files.filter((file) => css(file).includes(':dir('))).toEqual([]);
});

// It appears after a press, and would push the button from under the finger. In the drawer of introductions, which ends with its button, it comes above.
it('says why a form was refused below its buttons', () => {
  const isAbove = (form) => /<FormSummary[^]*type="submit"/.test(form);
  const formsOf = (file) => readFileSync(path.join(root, file), 'utf8').split('<form');
  expect(filesNamed('.tsx').filter((file) => formsOf(file).some(isAbove))).toEqual([
    'mf-social/src/introductions/introduction-sheet.tsx',
  ]);
});

/** The values that a stylesheet gives a property. */
function valuesOf(property, file) {
  const css = readFileSync(path.join(root, file), 'utf8');
  return Array.from(css.matchAll(new RegExp(`\\b${property.source}:([^;]+);`, 'g')), ([, value]) =>
    value.trim(),
  );
}
