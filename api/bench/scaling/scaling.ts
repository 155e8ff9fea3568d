import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rootDir } from '../../src/environment.ts';
import { startTestDatabase } from '../../src/testing/test-database.ts';
import { fillCommunity } from '../community/fill-community.ts';
import { type Measured, measure } from './measure.ts';
import { day, pages, volumes } from './volumes.ts';

// `npm run scaling`: estimates the site's resources at three sizes and writes them into docs/scaling.md. Documents are weighed in an
// invented community, queries counted in api/query-plans.md, and the rest is assumed in volumes.ts.

/** Enough for averages, and filled in seconds. */
const weighed = 5000;
const sizes = [10_000, 1_000_000, 100_000_000];
const secondsOfDay = 86_400;

const database = await startTestDatabase();
try {
  await fillCommunity(database.uri, { members: weighed, star: 0 });
  const rows = await measure(database.db.models, weighed);
  const plans = await readFile(path.join(rootDir, 'api/query-plans.md'), 'utf8');
  const file = path.join(rootDir, 'docs/scaling.md');
  const sections = { sizes: sizesTable(rows), load: loadTable(plans), shards: shardTable() };
  let text = await readFile(file, 'utf8');
  for (const [name, table] of Object.entries(sections)) {
    const place = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
    if (!place.test(text)) throw new Error(`docs/scaling.md has no place for ${name}.`);
    text = text.replace(place, (_all, begin: string, end: string) => `${begin}\n${table}\n\n${end}`);
  }
  await writeFile(file, text);
} finally {
  await database.close();
}

function sizesTable(rows: Measured[]): string {
  const largest = rows.toSorted((a, b) => bytesOf(b) - bytesOf(a));
  const lines = largest.map((row) => [
    row.isCounted ? row.collection : `${row.collection} *`,
    number(row.perMember),
    number(row.documentBytes),
    `${number(row.indexBytes)} in ${row.indexes}`,
    ...sizes.map((size) => bytes(bytesOf(row) * size)),
  ]);
  const total = (weigh: (row: Measured) => number) =>
    sizes.map((size) => bytes(rows.reduce((sum, row) => sum + weigh(row), 0) * size));
  const documents = (row: Measured) => row.perMember * row.documentBytes;
  const indexes = (row: Measured) => row.perMember * row.indexBytes;
  return table(
    ['Collection', 'per member', 'bytes each', 'index bytes each', ...sizes.map(count)],
    [
      ...lines,
      ['**documents**', '', '', '', ...total(documents)],
      ['**indexes**', '', '', '', ...total(indexes)],
      // Index pages are accessed randomly, documents only of active members.
      ['**working set**', '', '', '', ...total((row) => day.active * documents(row) + indexes(row))],
    ],
  );
}

function bytesOf(row: Measured): number {
  return row.perMember * (row.documentBytes + row.indexBytes);
}

function loadTable(plans: string): string {
  const queries = new Map<string, number>();
  for (const [, calls = ''] of plans.matchAll(/^ {2}- ((?:GET|POST) .*)$/gm))
    for (const call of calls.split(', ')) queries.set(call, (queries.get(call) ?? 0) + 1);
  const ofPage = (calls: string[]) =>
    calls.reduce((sum, call) => {
      const known = queries.get(call);
      if (known === undefined) throw new Error(`api/query-plans.md has no ${call}.`);
      return sum + known;
    }, 0);
  const reads = pages.reduce((sum, { share, calls }) => sum + share * ofPage(calls), 0);
  const calls = pages.reduce((sum, page) => sum + page.share * page.calls.length, 0);
  const aSecond = (each: number) =>
    sizes.map((size) => number((size * day.active * each * day.peak) / secondsOfDay));
  return table(
    ['In the busiest hour, each second', ...sizes.map(count)],
    [
      ['pages', ...aSecond(day.pagesEach)],
      ['calls of the API', ...aSecond(day.pagesEach * calls + day.writesEach)],
      ['queries that read', ...aSecond(day.pagesEach * reads)],
      ['commands of writes', ...aSecond(day.writesEach * day.commandsOfWrite)],
    ],
  );
}

function shardTable(): string {
  const lines = entriesOf(volumes).map(([name, { shardKey, uniqueness }]) => [
    database.db.models[name].collection.name,
    shardKey,
    uniqueness,
  ]);
  return table(['Collection', 'shard key', 'what is there once, and how'], lines);
}

/** Typed `Object.entries` of the volumes. */
function entriesOf(all: typeof volumes) {
  // Safe by its type: the volumes are keyed by model name.
  return Object.entries(all) as [keyof typeof volumes, (typeof volumes)[keyof typeof volumes]][];
}

function table(head: string[], lines: string[][]): string {
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function number(value: number): string {
  const digits = value >= 10 || value === 0 ? 0 : value >= 1 ? 1 : 3;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

function count(members: number): string {
  return members >= 1_000_000 ? `${number(members / 1_000_000)} million` : number(members);
}

function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, value)) / 3));
  return `${number(value / 1000 ** step)} ${units[step]}`;
}
