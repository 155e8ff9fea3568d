import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import en from '../../locales/en.json';
import es from '../../locales/es.json';
import pagesEn from '../../locales/pages/en.json';
import pagesEs from '../../locales/pages/es.json';

function flat(texts: object, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );
}

const gaps = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([gap]) => gap).sort();
const shape = (texts: object) => flat(texts).map(([key, text]) => [key, gaps(text)]);

it('has the same texts with the same gaps in both languages', () => {
  expect(shape(es)).toEqual(shape(en));
  expect(shape(pagesEs)).toEqual(shape(pagesEn));
});

it('has a text for every key that the code spells out', () => {
  const source = path.join(import.meta.dirname, '..');
  const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(path.join(source, file), 'utf8'))
    .join('\n');
  const known = new Set(flat(en).map(([key]) => key));
  const sections = Object.keys(en).join('|');
  const named = [...code.matchAll(new RegExp(`'((?:${sections})\\.[\\w.-]+)'`, 'g'))].flatMap(([, key]) =>
    key && !/\.(ts|tsx|css|module)$/.test(key) ? [key] : [],
  );
  expect(named.length).toBeGreaterThan(40);
  // A name of a group stands for what the code adds to it.
  const isKnown = (key: string) => known.has(key) || [...known].some((full) => full.startsWith(`${key}.`));
  expect(named.filter((key) => !isKnown(key))).toEqual([]);
});
