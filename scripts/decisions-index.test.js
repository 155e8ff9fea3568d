import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decisionsDir, parseRecord, readRecords, renderIndex } from './decisions-index.js';
import { rootDir } from './setup.js';

/** Faults of a set of records: missing header fields, references to missing records, and statuses that omit a successor. */
function findFaults(records) {
  const existing = new Map(records.map((record) => [record.number, record]));
  const mergedBy = new Map(records.flatMap(({ file, merges }) => merges.map((number) => [number, file])));
  return records.flatMap(({ file, number, title, subject, status, merges, supersedes, text }) => [
    ...(existing.get(number).file === file ? [] : [`${file}: ${existing.get(number).file} has its number`]),
    ...(number && title && subject && status ? [] : [`${file}: no number, title, subject or status`]),
    ...(file.startsWith(`${number}-`) ? [] : [`${file}: the name has another number than the title`]),
    ...[...text.replace(/Merges: [\d, ]+/, '').matchAll(/\b0\d{3}\b/g)]
      .map(([named]) => named)
      .filter((named) => !existing.has(named) && !isFileMode(named))
      .map((named) => `${file}: names ${named}, which ${mergedBy.get(named) ?? 'nothing'} contains now`),
    ...merges
      .filter((named) => existing.has(named) || mergedBy.get(named) !== file)
      .map((named) => `${file}: merges ${named}, which is there or merged elsewhere`),
    ...supersedes
      .filter(
        (named) => existing.has(named) && !existing.get(named).status.includes(`superseded by ${number}`),
      )
      .map((named) => `${named} does not say "superseded by ${number}"`),
  ]);
}

/** 0700 and 0600 are file modes, not records. */
const isFileMode = (text) => ['0700', '0600'].includes(text);

/** Files that reference records: no styles, whose unicode ranges look alike, and not this file's examples. */
const namingFiles = [
  '*.ts',
  '*.tsx',
  '*.js',
  '*.md',
  '*.yml',
  ':!docs/decisions',
  ':!*/decisions-index.test.js',
];

/** The records that a text references: by path or link, in brackets, or after the word. */
const findReferences = (text) =>
  [...text.matchAll(/(?:decisions?[/ ]|records? |\[|\(|(?<=0\d{3})(?:,| and) )(0\d{3})(?![\w.])/g)]
    .map(([, number]) => number)
    .filter((number) => !isFileMode(number));

const record = (number, header, body = '') =>
  parseRecord(`${number}-a-title.md`, `# ${number} A title\n\n${header}\n\n${body}\n`);

describe('the decision records', () => {
  it('have a header, name only records that exist, and say what supersedes them', () => {
    const records = readRecords();
    expect(records.length).toBeGreaterThan(50);
    expect(findFaults(records)).toEqual([]);
  });

  it('are listed by subject in an index that the script writes', () => {
    expect(readFileSync(path.join(decisionsDir, 'README.md'), 'utf8')).toBe(renderIndex(readRecords()));
  });

  it('exist where code and documents name them', () => {
    const existing = new Set(readRecords().map(({ number }) => number));
    const lines = execFileSync('git', ['grep', '-hE', '[[(/ ]0[0-9]{3}', '--', ...namingFiles], {
      cwd: rootDir,
      encoding: 'utf8',
    });
    const named = new Set(findReferences(lines));
    expect(named.size).toBeGreaterThan(40);
    expect([...named].filter((number) => !existing.has(number))).toEqual([]);
  });

  it('are found in the ways in which they are named', () => {
    const text =
      'docs/decisions/0001, (0002), [0003](decisions/0003-a.md), records 0004 and 0005, (0006, 0007), decision 0008';
    expect(findReferences(text)).toEqual('0001 0002 0003 0003 0004 0005 0006 0007 0008'.split(' '));
    expect(findReferences('mode (0700), 0x0012, +1 555 0100, 0.0075')).toEqual([]);
  });

  it.each([
    ['without a subject', [record('0001', 'Date: 2026-01-01 · Status: accepted')]],
    ['that names a missing record', [record('0001', 'Status: accepted · Subject: Tests', 'See 0002.')]],
    [
      'that names a merged record',
      [
        record('0001', 'Status: accepted · Subject: Tests · Merges: 0003'),
        record('0002', 'Status: accepted · Subject: Tests', 'See 0003.'),
      ],
    ],
    [
      'that has the number of a merged record',
      [
        record('0001', 'Status: accepted · Subject: Tests · Merges: 0002'),
        record('0002', 'Status: accepted · Subject: Tests'),
      ],
    ],
    [
      'that is superseded and does not say so',
      [
        record('0001', 'Status: accepted · Subject: Tests'),
        record('0002', 'Status: accepted · Subject: Tests · Supersedes: 0001'),
      ],
    ],
  ])('fail %s', (_, records) => {
    expect(findFaults(records)).toHaveLength(1);
  });

  it('pass when a superseded record says by what', () => {
    const records = [
      record('0001', 'Status: superseded by 0002 · Subject: Tests'),
      record('0002', 'Status: accepted · Subject: Tests · Supersedes: 0001 · Merges: 0003'),
    ];
    expect(findFaults(records)).toEqual([]);
    expect(renderIndex(records)).toContain('- [0001](0001-a-title.md) A title (superseded by 0002)');
  });
});
