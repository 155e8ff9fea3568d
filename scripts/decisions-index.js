import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootDir } from './setup.js';

/** The folder of decision records. */
export const decisionsDir = path.join(rootDir, 'docs/decisions');

/** A field of a record's header line: `Date: … · Status: … · Subject: …`. */
const field = (header, name) => new RegExp(`(?:^|· )${name}: ([^·]+?)(?= ·|$)`).exec(header)?.[1] ?? '';

const numbersIn = (text) => text.match(/\b0\d{3}\b/g) ?? [];

/** Parses a record: number, title, and the fields of its header line. */
export function parseRecord(file, text) {
  const [heading = '', , header = ''] = text.split('\n');
  const [, number = '', title = ''] = /^# (\d{4}) (.+)$/.exec(heading) ?? [];
  return {
    file,
    number,
    title,
    subject: field(header, 'Subject'),
    status: field(header, 'Status'),
    merges: numbersIn(field(header, 'Merges')),
    supersedes: numbersIn(field(header, 'Supersedes')),
    text,
  };
}

/** Reads all records, ordered by number. */
export function readRecords() {
  return readdirSync(decisionsDir)
    .filter((file) => /^\d{4}-.*\.md$/.test(file))
    .sort()
    .map((file) => parseRecord(file, readFileSync(path.join(decisionsDir, file), 'utf8')));
}

/** Renders `docs/decisions/README.md`: all records by subject. */
export function renderIndex(records) {
  const subjects = [...new Set(records.map(({ subject }) => subject))].sort((a, b) =>
    a.localeCompare(b, 'en'),
  );
  const sections = subjects.map((subject) => {
    const lines = records
      .filter((record) => record.subject === subject)
      .map(({ number, title, file, status }) => {
        const note = status === 'accepted' ? '' : ` (${status})`;
        return `- [${number}](${file}) ${title}${note}`;
      });
    return `## ${subject}\n\n${lines.join('\n')}\n`;
  });
  return `# Decisions

Why the site is built as it is: one record per decision. \`node scripts/decisions-index.js\` writes this index from the
\`Subject:\` field of each record. \`Merges:\` names records that a record has taken in; a record that another one replaces
says \`superseded by NNNN\` in its status.

${sections.join('\n')}`;
}

if (process.argv[1] === import.meta.filename)
  writeFileSync(path.join(decisionsDir, 'README.md'), renderIndex(readRecords()));
