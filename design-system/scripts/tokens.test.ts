import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rootDir } from '../../scripts/setup.js';
import { contrastOf } from './contrast.ts';
import { findPairings, readDeclarations, resolve, toDeclarations, toDesignTokens } from './tokens.ts';

const declarations = readDeclarations();
const files = toDesignTokens(declarations);
const inTheme = (value: string, theme: 'light' | 'dark') =>
  value.replaceAll(/light-dark\((.+?\)), (.+?\))\)/g, theme === 'light' ? '$1' : '$2');

it('reads every custom property of the stylesheets', () => {
  const css = ['themes/light.css', 'themes/dark.css', 'base.css', 'semantic.css']
    .map((file) => readFileSync(path.join(rootDir, 'design-system/tokens', file), 'utf8'))
    .join('');
  expect(declarations.map(({ name }) => name)).toEqual(
    Array.from(css.matchAll(/^ +(--[\w-]+):/gm), ([, name]) => name),
  );
});

describe('W3C design tokens', () => {
  const always = declarations.filter(({ condition }) => !condition);

  it.each(['light', 'dark'] as const)('say the same as the stylesheets, %s', (theme) => {
    const back = {
      ...toDeclarations(files['base.tokens.json']),
      ...toDeclarations(files[`${theme}.tokens.json`]),
    };
    expect(back).toEqual(Object.fromEntries(always.map(({ name, value }) => [name, inTheme(value, theme)])));
  });

  it.each([
    ['min-width-768px.tokens.json', 'min-width: 768px', 'light'],
    ['min-width-1024px.tokens.json', 'min-width: 1024px', 'light'],
    ['prefers-reduced-motion-reduce.tokens.json', 'prefers-reduced-motion: reduce', 'light'],
    ['prefers-contrast-more.light.tokens.json', 'prefers-contrast: more', 'light'],
    ['prefers-contrast-more.dark.tokens.json', 'prefers-contrast: more', 'dark'],
  ] as const)('say the same as the stylesheets, %s', (file, condition, theme) => {
    const here = declarations.filter((one) => one.condition === condition);
    expect(here.length).toBeGreaterThan(0);
    expect(toDeclarations(files[file])).toEqual(
      Object.fromEntries(here.map(({ name, value }) => [name, inTheme(value, theme)])),
    );
  });

  it('are joined by a resolver that names each file once and no other', () => {
    const named = JSON.stringify(files['frens.resolver.json']).match(/[\w.-]+\.tokens\.json/g);
    expect(named?.toSorted()).toEqual(
      Object.keys(files)
        .filter((file) => file.endsWith('.tokens.json'))
        .toSorted(),
    );
  });

  it('have the form of the format', () => {
    expect(files['base.tokens.json']).toMatchObject({
      light: {
        paper: {
          $type: 'color',
          $value: { colorSpace: 'srgb', components: [0.9843, 0.9725, 0.9451], hex: '#fbf8f1' },
        },
      },
      dark: { overlay: { $value: { components: [0.0157, 0.0314, 0.0235], alpha: 0.65 } } },
      space: { 4: { $type: 'dimension', $value: { value: 1, unit: 'rem' } } },
      duration: { state: { $type: 'duration', $value: { value: 120, unit: 'ms' } } },
      ease: { out: { $type: 'cubicBezier', $value: [0.22, 1, 0.36, 1] } },
      measure: { $type: 'number', $value: 68, $extensions: { 'org.frens.unit': 'ch' } },
    });
    expect(files['dark.tokens.json']).toMatchObject({ color: { accent: { $value: '{dark.bamboo}' } } });
  });
});

it('finds the text on each ground', () => {
  const css = `.a { --text: var(--color-on-fill); background: var(--fill); color: var(--text); }
    .b { --fill: var(--color-danger); }
    .c { background: var(--color-sunken); color: var(--color-muted); }`;
  expect(findPairings({ 'a.css': css }).map(({ text, ground }) => `${text} on ${ground}`)).toEqual([
    '--color-on-fill on --color-danger',
    '--color-muted on --color-sunken',
  ]);
  expect(contrastOf('#ffffff', '#000000')).toBe(21);
  expect(resolve('var(--color-paper)', 'dark', declarations)).toBe('#121815');
});
