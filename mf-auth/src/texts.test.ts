import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import en from '../locales/en.json';
import es from '../locales/es.json';

function flat(texts: object, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );
}

const gaps = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([gap]) => gap).sort();
const keysOf = (texts: object) => flat(texts).map(([key]) => key);

it('has the same texts with the same gaps in both languages', () => {
  const shape = (texts: object) => flat(texts).map(([key, text]) => [key, gaps(text)]);
  expect(shape(es)).toEqual(shape(en));
});

it('has a text for every key that the code names, and no other', () => {
  const code = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  // A key made of parts, such as t(`gender.${value}`), stands for every key that fits it.
  const named = [
    ...code.matchAll(/(?:\bt\(|mf-auth:)(?:(?<=:)|['"`])([\w-]+(?:\.(?:[\w-]+|\$\{\w+\}))*|\$\{\w+\}\.\w+)/g),
  ]
    .flatMap(([, key]) => (key ? [key] : []))
    .map((key) => new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{\w+\}/g, '[\\w-]+')}$`));
  expect(named.length).toBeGreaterThan(25);
  const known = keysOf(en);
  expect(known.filter((key) => !named.some((pattern) => pattern.test(key)))).toEqual([]);
  expect(named.filter((pattern) => !known.some((key) => pattern.test(key))).map(String)).toEqual([]);
});
