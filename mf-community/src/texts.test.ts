import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import en from '../locales/en.json';
import es from '../locales/es.json';

/** Every key with its text; the plural endings of a language stand for one key. */
function flat(texts: object, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'object' ? flat(value, `${prefix}${key}.`) : [[`${prefix}${key}`, value]],
  );
}

const withoutPlural = (key: string) => key.replace(/_(one|many|other)$/, '');
const keysOf = (texts: object) => [...new Set(flat(texts).map(([key]) => withoutPlural(key)))].sort();
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*\w+/g)].map(([gap]) => gap).sort();

it('has every text in both languages', () => {
  expect(keysOf(es)).toEqual(keysOf(en));
});

it('fills the same gaps in both languages', () => {
  const spanish = new Map(flat(es));
  for (const [key, text] of flat(en)) {
    expect([key, placeholders(spanish.get(key) ?? '')]).toEqual([key, placeholders(text)]);
  }
});

it('has a text for every key that the code names', () => {
  const dir = import.meta.dirname;
  const code = readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(path.join(dir, file), 'utf8'))
    .join('\n');
  const named = [...code.matchAll(/['`]((?:circles|meetups|service|preview)\.[\w.]+)['`]/g)].flatMap(
    ([, key]) => (key ? [key] : []),
  );
  expect(named.length).toBeGreaterThan(30);
  const known = new Set(keysOf(en));
  expect(named.filter((key) => !known.has(key))).toEqual([]);
});
