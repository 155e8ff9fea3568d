import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { rootDir } from '../../scripts/setup.js';
import { contrastOf } from './contrast.ts';
import { readResolver, readTokens, type Token } from './design-tokens-format.ts';
import { findPairings, readDeclarations, resolve, toDeclarations, toDesignTokens } from './tokens.ts';

const declarations = readDeclarations();
const files = toDesignTokens(declarations);
const px = { value: 1, unit: 'px' };
const white = { colorSpace: 'srgb', components: [1, 1, 1] };
const inTheme = (value: string, theme: 'light' | 'dark') =>
  value.replaceAll(/light-dark\((.+?\)), (.+?\))\)/g, theme === 'light' ? '$1' : '$2');

it('reads all custom properties of the stylesheets', () => {
  const css = ['themes/light.css', 'themes/dark.css', 'base.css', 'semantic.css']
    .map((file) => readFileSync(path.join(rootDir, 'design-system/tokens', file), 'utf8'))
    .join('');
  expect(declarations.map(({ name }) => name)).toEqual(
    Array.from(css.matchAll(/^ +(--[\w-]+):/gm), ([, name]) => name),
  );
});

describe('W3C design tokens', () => {
  const always = declarations.filter(({ condition }) => !condition);

  it.each(['light', 'dark'] as const)('match the stylesheets, %s', (theme) => {
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
  ] as const)('match the stylesheets, %s', (file, condition, theme) => {
    const here = declarations.filter((one) => one.condition === condition);
    expect(here.length).toBeGreaterThan(0);
    expect(toDeclarations(files[file])).toEqual(
      Object.fromEntries(here.map(({ name, value }) => [name, inTheme(value, theme)])),
    );
  });

  it('have a resolver that names each file exactly once', () => {
    const named = JSON.stringify(files['frens.resolver.json']).match(/[\w.-]+\.tokens\.json/g);
    expect(named?.toSorted()).toEqual(
      Object.keys(files)
        .filter((file) => file.endsWith('.tokens.json'))
        .toSorted(),
    );
  });

  it('write colours, lengths, curves and aliases as objects of the format', () => {
    expect(files['base.tokens.json']).toMatchObject({
      light: {
        paper: {
          $type: 'color',
          $value: { colorSpace: 'srgb', components: [0.9843, 0.9725, 0.9451], hex: '#fbf8f1' },
        },
      },
      dark: { overlay: { $value: { components: [0.0157, 0.0314, 0.0235], alpha: 0.65 } } },
      space: {
        $description: '4 px grid; the number is the multiple.',
        4: { $type: 'dimension', $value: { value: 1, unit: 'rem' } },
      },
      duration: { state: { $type: 'duration', $value: { value: 120, unit: 'ms' } } },
      ease: { out: { $type: 'cubicBezier', $value: [0.22, 1, 0.36, 1] } },
      measure: { $type: 'number', $value: 68, $extensions: { 'org.frens.unit': 'ch' } },
    });
    expect(files['dark.tokens.json']).toMatchObject({
      color: { accent: { $type: 'color', $value: '{dark.bamboo}' } },
      shadow: {
        float: { $type: 'shadow', $value: [{ color: '{dark.shade}', blur: { value: 2, unit: 'px' } }, {}] },
      },
    });
  });

  it.each(Object.entries(files).filter(([name]) => name.endsWith('.tokens.json')))(
    'conform to the format, %s',
    (_name, file) => {
      expect(() => readTokens(file)).not.toThrow();
    },
  );

  it.each<[string, unknown]>([
    ['a colour that is text', { a: { $type: 'color', $value: '#ffffff' } }],
    ['a channel above 1', { a: { $type: 'color', $value: { colorSpace: 'srgb', components: [255, 0, 0] } } }],
    ['a hex with alpha', { a: { $type: 'color', $value: { ...white, hex: '#ffffff80' } } }],
    ['a length that is text', { a: { $type: 'dimension', $value: '16px' } }],
    ['a unit that the format lacks', { a: { $type: 'dimension', $value: { value: 1, unit: 'em' } } }],
    ['a duration without a unit', { a: { $type: 'duration', $value: { value: 120 } } }],
    ['a curve that goes back in time', { a: { $type: 'cubicBezier', $value: [-0.1, 0, 1, 1] } }],
    [
      'a shadow without spread',
      { a: { $type: 'shadow', $value: { color: white, offsetX: px, offsetY: px, blur: px } } },
    ],
    ['a type that there is not', { a: { $type: 'string', $value: 'a' } }],
    ['a dot in a name', { 'a.b': { $type: 'number', $value: 1 } }],
    ['a token with children', { a: { $type: 'number', $value: 1, b: { $type: 'number', $value: 1 } } }],
    ['an extension without a vendor', { a: { $type: 'number', $value: 1, $extensions: { unit: 'ch' } } }],
    ['an alias that is no path', { a: { $type: 'number', $value: '{a..b}' } }],
  ])('would not hold to the format with %s', (_case, file) => {
    expect(() => readTokens(file)).toThrow(ZodError);
  });

  it('have a resolver whose choices resolve every alias to its declared type', () => {
    const { sets, modifiers, resolutionOrder } = readResolver(files['frens.resolver.json']);
    const inForce = (choices: Readonly<Record<string, string>>) =>
      resolutionOrder.flatMap(({ $ref }) => {
        const [, kind = '', name = ''] = $ref.split('/');
        const modifier = modifiers[name];
        const sources =
          kind === 'sets' ? sets[name]?.sources : modifier?.contexts[choices[name] ?? modifier.default];
        if (!sources) throw new Error(`${$ref} is not there`);
        return sources.map((source) => readTokens(files[source.$ref]));
      });
    for (const [name, { contexts }] of Object.entries(modifiers)) {
      for (const context of Object.keys(contexts)) {
        const tokens: Record<string, Token> = Object.assign({}, ...inForce({ [name]: context }));
        expect(Object.keys(tokens)).toHaveLength(new Set(always.map((one) => one.name)).size);
        const misfits = Object.entries(tokens).filter(([, { $type, $value }]) => {
          const aliases = JSON.stringify($value).match(/(?<=\{)[^"{}]+(?=\})/g) ?? [];
          return aliases.some((alias) => tokens[alias]?.$type !== ($type === 'shadow' ? 'color' : $type));
        });
        expect(misfits).toEqual([]);
      }
    }
  });
});

it('finds the text colours on each background', () => {
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

// axe skips gradients: text between two colours is at least as readable as at the gradient's ends.
it('keeps text readable on every tint', () => {
  const tints = declarations.filter(
    ({ name, condition }) => !condition && name.endsWith('-tint') && !/^--(light|dark)-/.test(name),
  );
  expect(tints.length).toBeGreaterThan(8);
  for (const theme of ['light', 'dark'] as const)
    for (const text of ['--color-ink', '--color-muted', '--color-accent-text'])
      for (const { value, name } of tints) {
        const contrast = contrastOf(
          resolve(`var(${text})`, theme, declarations),
          resolve(value, theme, declarations),
        );
        expect.soft(contrast, `${text} on ${name}, ${theme}`).toBeGreaterThan(4.5);
      }
});
