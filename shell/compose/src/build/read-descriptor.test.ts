import { parseTree } from 'jsonc-parser';
import { expect, it, vi } from 'vitest';
import { exampleSite } from '../testing/example-site.ts';
import { readDescriptor } from './read-descriptor.ts';

vi.mock('jsonc-parser', { spy: true });

const lines = [
  '{',
  '  "name": "mf-quiz",',
  '  "platform": 1,',
  '  "area": { "en": "Quiz", "es": "Test" },',
  '  "paths": [',
  '    { "path": "/a", "access": "public" },',
  '    {',
  '      "path": "/b",',
  '      "access": "member"',
  '    }',
  '  ]',
  '}',
];
/** Problems of the descriptor with another line. */
const problemsWith = (number: number, line: string) =>
  readDescriptor(exampleSite, 'mf-quiz', lines.with(number - 1, line).join('\n')).problems;

it('reads a valid descriptor', () => {
  expect(readDescriptor(exampleSite, 'mf-quiz', lines.join('\n')).data).toMatchObject({
    name: 'mf-quiz',
    nav: [],
  });
});

it.each([
  ['the name of the host', 2, '  "name": "shell",', 2, /^name: /],
  ['a wrong value', 3, '  "platform": "one",', 3, /^platform: .*number/],
  ['a wrong value far inside', 9, '      "access": "nobody"', 9, /^paths\.1\.access: /],
  ['what is missing, where it belongs', 8, '', 7, /^paths\.1\.path: /],
  ['a field that nobody knows', 4, '  "area": { "en": "Q", "es": "T" }, "arae": 1,', 4, /^arae: .*arae/],
  ['a comma too many', 9, '      "access": "member",', 10, /^all of it: .*JSON/],
  ['no JSON at all', 1, '<p>', 1, /^all of it: .*JSON/],
])('names the line and the field of %s', (_case, number, line, where, text) => {
  const problems = problemsWith(number, line);
  expect(problems?.[0]).toEqual({ where: `mf-quiz/remote.json:${where}`, text: expect.stringMatching(text) });
});

it('parses the text for line numbers only once', () => {
  const wrong = Array.from({ length: 50 }, (_, index) => `{ "path": "/${index}", "access": "nobody" }`);
  vi.mocked(parseTree).mockClear();
  const { problems } = readDescriptor(
    exampleSite,
    'mf-quiz',
    lines.with(5, `${wrong.join(',\n')},`).join('\n'),
  );
  expect(problems?.map(({ where }) => where)).toEqual(
    wrong.map((_, index) => `mf-quiz/remote.json:${index + 6}`),
  );
  expect(parseTree).toHaveBeenCalledTimes(1);
});
