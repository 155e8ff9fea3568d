import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

// Styles use tokens, and no page overflows its window. A `1fr` column grows with its longest unbreakable word,
// and the page with it; `minmax(0, 1fr)` does not. Implicit grid columns are `minmax(0, 1fr)`
// (design-system/tokens/reset.css).
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

// A leaf and a square corner are shapes; standalone tests of remotes have no tokens.
it.each(files.filter((file) => !file.includes('/testing/')))('%s takes its radii from tokens', (file) => {
  expect(
    valuesOf(/border-[a-z-]*radius/, file).filter((value) => /[\d.]+(px|em|rem|(?<!\b100)%)/.test(value)),
  ).toEqual([]);
});

// The build compiles `:dir(rtl)` to a list of languages, but a page may be mirrored in any.
it('asks for the direction by its attribute', () => {
  const css = (file) => readFileSync(path.join(root, file), 'utf8');
  expect(files.filter((file) => css(file).includes(':dir('))).toEqual([]);
});

// Shown after a press, it would push the button from under the finger. In the introduction sheet, which ends with its button, it stands above.
it('says why a form was refused below its buttons', () => {
  const isAbove = (form) => /<FormSummary[^]*type="submit"/.test(form);
  const formsOf = (file) => readFileSync(path.join(root, file), 'utf8').split('<form');
  expect(filesNamed('.tsx').filter((file) => formsOf(file).some(isAbove))).toEqual([
    'mf-social/src/introductions/introduction-sheet.tsx',
  ]);
});

/** The values of a property in a stylesheet. */
function valuesOf(property, file) {
  const css = readFileSync(path.join(root, file), 'utf8');
  return Array.from(css.matchAll(new RegExp(`\\b${property.source}:([^;]+);`, 'g')), ([, value]) =>
    value.trim(),
  );
}
