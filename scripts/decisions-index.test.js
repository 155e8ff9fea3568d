import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decisionsDir, parseRecord, readRecords, renderIndex } from './decisions-index.js';
import { rootDir } from './setup.js';

/** What a set of records lacks: fields of a header, records that do not exist, and a status that hides a successor. */
function findFaults(records) {
  const existing = new Map(records.map((record) => [record.number, record]));
  const merged = new Set(records.flatMap(({ merges }) => merges));
  return records.flatMap(({ file, number, title, subject, status, supersedes, text }) => [
    ...(existing.get(number).file === file ? [] : [`${file}: ${existing.get(number).file} has its number`]),
    ...(number && title && subject && status ? [] : [`${file}: no number, title, subject or status`]),
    ...(file.startsWith(`${number}-`) ? [] : [`${file}: the name has another number than the title`]),
    ...[...text.matchAll(/\b0\d{3}\b/g)]
      .map(([named]) => named)
      .filter((named) => !existing.has(named) && !merged.has(named) && !isFileMode(named))
      .map((named) => `${file}: names ${named}, which does not exist`),
    ...supersedes
      .filter(
        (named) => existing.has(named) && !existing.get(named).status.includes(`superseded by ${number}`),
      )
      .map((named) => `${named} does not say "superseded by ${number}"`),
  ]);
}

/** 0700 and 0600 are file modes, not records. */
const isFileMode = (text) => ['0700', '0600'].includes(text);

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
    const found = execFileSync('git', ['grep', '-hoE', 'decisions/0[0-9]{3}'], {
      cwd: rootDir,
      encoding: 'utf8',
    });
    const named = new Set(
      found
        .split('\n')
        .filter(Boolean)
        .map((text) => text.slice(-4)),
    );
    expect(named.size).toBeGreaterThan(20);
    expect([...named].filter((number) => !existing.has(number))).toEqual([]);
  });

  it.each([
    ['without a subject', [record('0001', 'Date: 2026-01-01 · Status: accepted')]],
    ['that names a missing record', [record('0001', 'Status: accepted · Subject: Tests', 'See 0002.')]],
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
      record('0002', 'Status: accepted · Subject: Tests · Supersedes: 0001 · Merges: 0003', 'As 0003 said.'),
    ];
    expect(findFaults(records)).toEqual([]);
    expect(renderIndex(records)).toContain('- [0001](0001-a-title.md) A title (superseded by 0002)');
  });
});
