import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { optionsOf } from '@frens/contract/panda-scoring';
import { expect, it } from 'vitest';
import en from '../locales/en.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };
import { labs, stepsPerLab } from './features/quiz/labs.ts';

function textsOf(tree: object, prefix = ''): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}${name}`, value]] : textsOf(value, `${prefix}${name}.`),
  );
}

const english = new Map(textsOf(en));
const spanish = new Map(textsOf(es));

it('says everything in both languages', () => {
  expect([...spanish.keys()]).toEqual([...english.keys()]);
});

it('fills in the same values in both languages', () => {
  const holes = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([hole]) => hole).sort();
  for (const [key, text] of english) expect(holes(spanish.get(key)), key).toEqual(holes(text));
});

it('has every word of every lab', () => {
  for (const { id } of labs) {
    const steps = Array.from({ length: stepsPerLab }, (_, index) => `step.${index + 1}`);
    const options = optionsOf(id).map((option) => `option.${option}`);
    for (const key of ['title', 'description', 'voice', ...steps, ...options]) {
      expect(english.get(`lab.${id}.${key}`), `lab.${id}.${key}`).toBeTruthy();
    }
  }
});

it('has a text for every key that the code names, and no text that nothing names', () => {
  const code = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  const named = new Set(
    [...code.matchAll(/['"](?:mf-quiz:)?([a-z]+(?:\.[a-z]+)*)['"]/g)].map(([, key]) => key),
  );
  const composed = /^(lab\.\d+|trait)\./;
  expect([...english.keys()].filter((key) => !composed.test(key) && !named.has(key))).toEqual([]);
  const called = [...code.matchAll(/\bt\(\s*'([\w.:-]+)'/g)].map(
    ([, key]) => key?.replace('mf-quiz:', '') ?? '',
  );
  expect(called.length).toBeGreaterThan(20);
  expect(called.filter((key) => !english.has(key))).toEqual([]);
});
