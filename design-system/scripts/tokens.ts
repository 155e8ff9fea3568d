// Design tokens: parsed from the stylesheets, resolved for the documentation, exported as W3C design tokens (DTCG 2025.10).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { rootDir } from '../../scripts/setup.js';
import { channelsOf } from './contrast.ts';

/** A layer references only earlier layers: components read colours from `semantic`, never from `palette`. */
export type Layer = 'palette' | 'scale' | 'semantic';

export interface Declaration {
  name: string;
  value: string;
  layer: Layer;
  /** Media query of the declaration; empty if unconditional. */
  condition: string;
  /** The comment above the declaration. */
  comment: string;
}

const sheets: readonly [string, Layer][] = [
  ['themes/light.css', 'palette'],
  ['themes/dark.css', 'palette'],
  ['base.css', 'scale'],
  ['semantic.css', 'semantic'],
];

/** All custom properties of the token stylesheets, in source order. */
export function readDeclarations(): Declaration[] {
  return sheets.flatMap(([file, layer]) => {
    const css = readFileSync(path.join(rootDir, 'design-system/tokens', file), 'utf8');
    return Array.from(css.matchAll(/(?:@media \(([^)]+)\) \{\s*)?:root \{([^}]*)\}/g)).flatMap(
      ([, condition = '', block = '']) =>
        Array.from(
          block.matchAll(/(?:\/\*\s*([^*]*?)\s*\*\/\s*)?(--[\w-]+):\s*([^;]+);/g),
          ([, comment = '', name = '', value = '']) => ({
            name,
            value: value.replace(/\s+/g, ' '),
            layer,
            condition,
            comment: comment.replace(/\s+/g, ' '),
          }),
        ),
    );
  });
}

/** Resolves all references in a value, for one theme. */
export function resolve(
  value: string,
  theme: 'light' | 'dark',
  declarations: readonly Declaration[],
): string {
  const themed = inTheme(value, theme);
  const resolved = themed.replaceAll(/var\((--[\w-]+)\)/g, (reference, name: string) => {
    const declared = declarations.find((one) => one.name === name && !one.condition);
    return declared ? resolve(declared.value, theme, declarations) : reference;
  });
  return resolved;
}

function inTheme(value: string, theme: 'light' | 'dark'): string {
  return value.replaceAll(/light-dark\((var\([^)]+\)), (var\([^)]+\))\)/g, theme === 'light' ? '$1' : '$2');
}

export interface Pairing {
  text: string;
  ground: string;
  /** Stylesheets that combine the two colours. */
  files: string[];
}

const grounds = ['--color-paper', '--color-surface'];
const isGround = (name: string) => /^--(color|hue)-(paper|surface|sunken|raised|[\w-]*tint)$/.test(name);

/**
 * Pairs of text and background colours per rule. Without its own background, a rule counts as on paper or on a card. Without its own
 * text colour, it takes that of its stylesheet, or ink. Local custom properties, such as `--ground`, count as their use.
 */
export function findPairings(stylesheets: Readonly<Record<string, string>>): Pairing[] {
  const pairs = new Map<string, Pairing>();
  for (const [file, css] of Object.entries(stylesheets)) {
    const rules = Array.from(css.matchAll(/[{;}\s]([^{};]*)\{([^{}]*)\}/g), ([, , body = '']) => body);
    const textOf = colourReader(css, 'color');
    // A local property that colours only a dot or a bar is not a text background.
    const withText = rules.filter((rule) => /(?:^|[\s;{])color: |(?:tint|ground)\)/.test(rule)).join('}');
    const groundOf = colourReader(withText, 'background(?:-color)?');
    const usual = rules.map(colourReader(css, 'color', false)).find(Boolean);
    for (const rule of rules) {
      const ownText = textOf(rule);
      const isDirect = /(?:^|[\s;{])color: var\(--(color|hue)-/.test(rule);
      // A rule that only changes the sheet's local text colour stands on the sheet's background; any other stands on the page.
      const ground = groundOf(rule) ?? (ownText && !isDirect ? rules.map(groundOf).find(Boolean) : undefined);
      const text = ownText ?? (ground && (usual ?? (isGround(ground) ? '--color-ink' : undefined)));
      if (!ground && (!isDirect || /background/.test(rule) || isGround(text ?? ''))) continue;
      if (!text || text === ground) continue;
      for (const below of ground ? [ground] : grounds) {
        const key = `${text} ${below}`;
        const pair = pairs.get(key) ?? { text, ground: below, files: [] };
        if (!pair.files.includes(file)) pair.files.push(file);
        pairs.set(key, pair);
      }
    }
  }
  return [...pairs.values()].toSorted((a, b) => a.ground.localeCompare(b.ground));
}

/** Returns a function that finds the colour token a rule assigns to a property, directly or through a local custom property. */
function colourReader(css: string, property: string, directly = true): (rule: string) => string | undefined {
  const uses = css.matchAll(new RegExp(`(?:^|[\\s;{])${property}: var\\((--[a-z-]+)\\)`, 'g'));
  const own = Array.from(uses, ([, name = '']) => name).filter((name) => !/^--(color|hue)-/.test(name));
  const readerOf = (name: string) => {
    const pattern = new RegExp(`(?:^|[\\s;{])(?:${name}): var\\((--(?:color|hue)-[\\w-]+)\\)`);
    return (rule: string) => pattern.exec(rule)?.[1];
  };
  const readers = [...(directly ? [property] : []), ...own].map(readerOf);
  return (rule) => readers.map((read) => read(rule)).find(Boolean);
}

// W3C design tokens: one file for unconditional tokens and one per condition, combined by a resolver.

interface DesignToken {
  $type: string;
  $value: unknown;
  $description?: string;
  $extensions?: Record<string, string>;
}
interface TokenGroup {
  [name: string]: TokenGroup | DesignToken | string;
}

/** Extension for CSS units that the format lacks. */
const unitExtension = 'org.frens.unit';

/** `--color-accent-hover` becomes `color.accent-hover`: the first word is the group. */
const pathOf = (name: string) => name.slice(2).replace('-', '.');
const variableOf = (tokenPath: string) => `--${tokenPath.replace('.', '-')}`;

/** Token files by name: one per condition, and `frens.resolver.json`, which combines them. */
export function toDesignTokens(declarations: readonly Declaration[]): Record<string, unknown> {
  const isThemed = ({ value }: Declaration) => value.includes('light-dark(');
  const conditions = [...new Set(declarations.map(({ condition }) => condition).filter(Boolean))];
  const always = declarations.filter(({ condition }) => !condition);
  const themes = ['light', 'dark'] as const;
  const files: Record<string, unknown> = {};
  const source = (name: string, group: TokenGroup) => {
    files[`${name}.tokens.json`] = group;
    return [{ $ref: `${name}.tokens.json` }];
  };
  const groupOf = groupReader(declarations);
  const sourcesByTheme = (prefix: string, themed: readonly Declaration[]) =>
    Object.fromEntries(themes.map((theme) => [theme, source(`${prefix}${theme}`, groupOf(themed, theme))]));
  const sets = { base: { sources: source('base', groupOf(always.filter((one) => !isThemed(one)))) } };
  const modifiers = {
    theme: { contexts: sourcesByTheme('', always.filter(isThemed)), default: 'light' },
    ...Object.fromEntries(
      conditions.map((condition) => {
        const name = condition.replace(/[^\w]+/g, '-');
        const inForce = declarations.filter((one) => one.condition === condition);
        const contexts = inForce.some(isThemed)
          ? sourcesByTheme(`${name}.`, inForce)
          : { yes: source(name, groupOf(inForce)) };
        return [name, { contexts: { no: [], ...contexts }, default: 'no' }];
      }),
    ),
  };
  return {
    ...files,
    'frens.resolver.json': {
      $schema: 'https://www.designtokens.org/schemas/2025.10/resolver.json',
      name: 'Frens',
      version: '2025.10',
      sets,
      modifiers,
      resolutionOrder: ['sets/base', ...Object.keys(modifiers).map((name) => `modifiers/${name}`)].map(
        (part) => ({ $ref: `#/${part}` }),
      ),
    },
  };
}

/** Builds a token group. An alias repeats the type of its target, so that each file can be read alone. */
function groupReader(all: readonly Declaration[]) {
  return (declarations: readonly Declaration[], theme: 'light' | 'dark' = 'light'): TokenGroup => {
    const root: TokenGroup = {};
    for (const { name, value, comment } of declarations) {
      const [first = '', word] = pathOf(name).split('.');
      const token = { $type: typeOf(resolve(value, theme, all)), ...toToken(inTheme(value, theme)) };
      // A comment above the first token of a group describes the group.
      const isOfGroup = word && !(first in root);
      const about = comment && { $description: comment };
      const described = isOfGroup ? token : { ...token, ...about };
      root[first] = word
        ? { ...(isOfGroup ? about : (root[first] as TokenGroup)), [word]: described }
        : described;
    }
    return root;
  };
}

const number = '-?[\\d.]+';

/** Type of a value without references. */
const typeOf = (value: string) => ({ $type: '', ...toToken(value) }).$type;

function toToken(value: string): Partial<DesignToken> & { $value: unknown } {
  const alias = /^var\((--[\w-]+)\)$/.exec(value);
  if (alias) return { $value: `{${pathOf(alias[1] ?? '')}}` };
  if (/^(#|rgb)/.test(value)) return { $type: 'color', $value: toColour(value) };
  const [, amount, unit = ''] = new RegExp(`^(${number})([a-z%]*)$`).exec(value) ?? [];
  if (amount) {
    if (/^(px|rem)$/.test(unit)) return { $type: 'dimension', $value: { value: Number(amount), unit } };
    if (/^m?s$/.test(unit)) return { $type: 'duration', $value: { value: Number(amount), unit } };
    return {
      $type: 'number',
      $value: Number(amount),
      ...(unit && { $extensions: { [unitExtension]: unit } }),
    };
  }
  const bezier = /^cubic-bezier\((.+)\)$/.exec(value);
  if (bezier) return { $type: 'cubicBezier', $value: bezier[1]?.split(', ').map(Number) };
  if (/ var\(/.test(value)) return { $type: 'shadow', $value: value.split(', ').map(toShadow) };
  return { $type: 'fontFamily', $value: value.split(', ').map((family) => family.replaceAll('"', '')) };
}

function toColour(value: string): unknown {
  const parts = value.match(/[\d.]+/g)?.map(Number) ?? [];
  if (value.startsWith('#'))
    return { colorSpace: 'srgb', components: channelsOf(value).map(round), hex: value };
  return {
    colorSpace: 'srgb',
    components: parts.slice(0, 3).map((channel) => round(channel / 255)),
    alpha: parts[3],
  };
}

const round = (share: number) => Math.round(share * 10_000) / 10_000;

function toShadow(layer: string): unknown {
  const colour = /var\((--[\w-]+)\)/.exec(layer)?.[1] ?? '';
  const lengths = layer
    .replace(/ ?var\(.+$/, '')
    .split(' ')
    .map((length) => ({ value: Number.parseFloat(length), unit: 'px' }));
  const [offsetX, offsetY, blur, spread = { value: 0, unit: 'px' }] = lengths;
  return { color: `{${pathOf(colour)}}`, offsetX, offsetY, blur, spread };
}

/** The inverse: the CSS declarations of a token file. */
export function toDeclarations(group: unknown, prefix = '-'): Record<string, string> {
  const entries = Object.entries(group as TokenGroup).filter(([name]) => !name.startsWith('$'));
  return Object.assign(
    {},
    ...entries.map(([name, entry]) =>
      isToken(entry) ? { [`${prefix}-${name}`]: toCss(entry) } : toDeclarations(entry, `${prefix}-${name}`),
    ),
  ) as Record<string, string>;
}

const isToken = (entry: unknown): entry is DesignToken => Object.hasOwn(entry as object, '$value');

function toCss({ $type, $value, $extensions }: DesignToken): string {
  // Safe: `toToken` writes these types.
  const value = $value as never;
  if (typeof $value === 'string') return `var(${variableOf($value.slice(1, -1))})`;
  if ($type === 'number') return `${String($value)}${$extensions?.[unitExtension] ?? ''}`;
  if ($type === 'dimension' || $type === 'duration') return lengthOf(value);
  if ($type === 'cubicBezier') return `cubic-bezier(${(value as number[]).join(', ')})`;
  if ($type === 'color') return colourOf(value);
  if ($type === 'shadow') return (value as Shadow[]).map(shadowOf).join(', ');
  return (value as string[]).map((family) => (/ /.test(family) ? `"${family}"` : family)).join(', ');
}

interface Length {
  value: number;
  unit: string;
}

interface Shadow {
  color: string;
  offsetX: Length;
  offsetY: Length;
  blur: Length;
  spread: Length;
}

const lengthOf = ({ value, unit }: Length) => `${value}${unit}`;

function shadowOf({ color, offsetX, offsetY, blur, spread }: Shadow): string {
  const lengths = [offsetX, offsetY, blur, ...(spread.value ? [spread] : [])];
  return `${lengths.map((length) => (length.value ? lengthOf(length) : '0')).join(' ')} var(${variableOf(color.slice(1, -1))})`;
}

function colourOf({
  components,
  alpha,
  hex,
}: {
  components: number[];
  alpha?: number;
  hex?: string;
}): string {
  return hex ?? `rgb(${components.map((share) => Math.round(share * 255)).join(' ')} / ${alpha})`;
}
