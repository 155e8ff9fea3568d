import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import en from '../locales/en.json';
import es from '../locales/es.json';

/** All keys of a tree of texts, with dots. */
function keysOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

/** Languages differ in their plural forms; what counts is that the text exists. */
const withoutPlural = (key: string) => key.replace(/_(one|many|other)$/, '');
const purposes = (tree: object) => [...new Set(keysOf(tree).map(withoutPlural))].sort();

const source = import.meta.dirname;
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(path.join(source, file), 'utf8'))
  .join('\n');
const written = [...code.matchAll(/'((?:list|profile|quotient|traits)\.[\w.]+)'/g)].map(([, key]) => key);
// `traits.${known}`: some text must exist under the part that is written out.
const composed = [...code.matchAll(/`((?:list|profile|quotient|traits)\.[\w.]*)\$\{/g)].map(
  ([, start]) => start,
);

describe('texts', () => {
  it('exist in both languages under the same keys', () => {
    expect(purposes(es)).toEqual(purposes(en));
  });

  it('have every plural form of their language', () => {
    for (const [language, tree] of Object.entries({ en, es })) {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      const keys = new Set(keysOf(tree));
      for (const plural of [...keys].filter((key) => key.endsWith('_other')).map(withoutPlural)) {
        for (const category of pluralCategories) expect(keys, language).toContain(`${plural}_${category}`);
      }
    }
  });

  it('are all there for the keys in use', () => {
    const known = new Set(purposes(en));
    expect(written.length).toBeGreaterThan(40);
    expect(written.filter((key) => key !== undefined && !known.has(key))).toEqual([]);
  });

  it('are all in use', () => {
    const unused = purposes(en).filter(
      (key) =>
        !written.includes(key) && !composed.some((start) => start !== undefined && key.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });
});
