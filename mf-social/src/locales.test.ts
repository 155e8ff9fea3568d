import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import en from '../locales/en.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };

/** Keys of the texts; plural forms of one text count once, because languages have different ones. */
function keysOf(texts: object, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [`${prefix}${name.replace(/_(one|many|other)$/, '')}`]
      : keysOf(value, `${prefix}${name}.`),
  );
}

const known = new Set(keysOf(en));

it('says everything in both languages', () => {
  expect([...new Set(keysOf(es))].sort()).toEqual([...known].sort());
});

it('fills in the same values in both languages', () => {
  const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([hole]) => hole).sort();
  const texts = (tree: object, prefix = ''): [string, string][] =>
    Object.entries(tree).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[`${prefix}${name}`, value]] : texts(value, `${prefix}${name}.`),
    );
  const spanish = new Map(texts(es));
  for (const [key, text] of texts(en)) expect(holes(spanish.get(key) ?? ''), key).toEqual(holes(text));
});

it('has a text for every key that the code names', () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const named = sources.flatMap((file) => {
    const code = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    return [...code.matchAll(/['"]((?:common|member|browse|dashboard|profile|privacy)(?:\.\w+)+)['"]/g)].map(
      ([, key]) => key,
    );
  });
  expect(named.length).toBeGreaterThan(50);
  // A name that is not a text itself must be the beginning of some: cards are given where their texts stand.
  const missing = named.filter(
    (key) => key && !known.has(key) && ![...known].some((text) => text.startsWith(`${key}.`)),
  );
  expect(missing).toEqual([]);
});
