import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { exampleSite } from '../testing/example-site.ts';
import { refuseTexts, textMisfits } from './check-texts.ts';

const base = {
  title: 'Frens',
  ask: { days_one: 'one day', days_other: '{{count}} days', who: 'Ask {{name}}' },
};

it.each([
  [
    'everything',
    {
      title: '{{site}}',
      ask: {
        days_one: 'un día',
        days_many: '{{count}} de días',
        days_other: '{{count}} días',
        who: 'Pregunta a {{name}}',
      },
    },
    [],
  ],
  ['nothing', {}, ['lacks title', 'lacks ask.days', 'lacks ask.who']],
  [
    'other things',
    { title: ' ', more: 'Más', ask: { days_other: '{{total}} días', who: 'Pregunta' } },
    [
      'has more, which nothing asks for',
      'says nothing for title',
      'fills other values into ask.days_other than en.json',
      'lacks the plural form ask.days_many',
      'lacks the plural form ask.days_one',
      'fills other values into ask.who than en.json',
    ],
  ],
])('finds the misfits of a language that has %s', (_case, texts, misfits) => {
  expect(textMisfits(exampleSite, texts, base, 'es')).toEqual(misfits);
});

it('names the file of each misfit, in every folder of texts', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'frens-texts-'));
  await mkdir(path.join(dir, 'locales/dev'), { recursive: true });
  const write = (file: string, texts: object) =>
    writeFile(path.join(dir, 'locales', file), JSON.stringify(texts));
  await Promise.all([
    write('en.json', { a: 'A' }),
    write('es.json', { a: 'A' }),
    write('dev/en.json', { a: 'A' }),
  ]);
  await expect(refuseTexts(exampleSite, 'mf-quiz', dir)).rejects.toMatchObject({
    kind: 'misfit',
    reasons: [expect.stringMatching(/^mf-quiz\/locales\/dev\/es\.json: .*ENOENT/)],
  });
  await write('dev/es.json', { b: 'B' });
  await expect(refuseTexts(exampleSite, 'mf-quiz', dir)).rejects.toMatchObject({
    reasons: [
      'mf-quiz/locales/dev/es.json lacks a',
      'mf-quiz/locales/dev/es.json has b, which nothing asks for',
    ],
  });
  // Not those that an editor or a file system keeps: a lock that links to nothing, and one that is no text.
  await write('dev/es.json', { a: 'A' });
  await symlink('user@host.1:2', path.join(dir, 'locales/dev/.#es.json'));
  await writeFile(path.join(dir, 'locales/dev/._es.json'), '\0');
  await refuseTexts(exampleSite, 'mf-quiz', dir);
  await rm(dir, { recursive: true });
});
