import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { readBudget, readPage } from './paging.ts';
import type { ApiContext } from './state.ts';

/** A list with this many rows, a millisecond apart, that counts reads. */
function listOf(count: number, isShown: (n: number) => boolean) {
  const rows = Array.from({ length: count }, (_, n) => ({
    n,
    _id: new Types.ObjectId(),
    createdAt: new Date(2_000_000 - n),
  }));
  const reads: number[] = [];
  return {
    reads,
    async read(after: { createdAt: Date } | null, limit: number) {
      const from = after ? rows.findIndex(({ createdAt }) => createdAt < after.createdAt) : 0;
      const found = from < 0 ? [] : rows.slice(from, from + limit);
      reads.push(found.length);
      return found;
    },
    present: (found: typeof rows) => found.map(({ n }) => (isShown(n) ? n : null)),
  };
}

/** One page, and the next one's cursor. */
async function pageOf(list: ReturnType<typeof listOf>, limit: number, cursor?: string) {
  let link = '';
  const ctx = { path: '/list', querystring: '', set: (_name: string, value: string) => (link = value) };
  // Safe: paging uses nothing else of a request.
  const items = await readPage(ctx as unknown as ApiContext, { limit, cursor }, list);
  return { items, next: /cursor=([^>]+)>/.exec(link)?.[1] };
}

it.each([
  ['nothing', () => true],
  ['every other row', (n: number) => n % 2 === 0],
  ['nine of ten', (n: number) => n % 10 === 9],
  ['a long beginning', (n: number) => n > 700],
  ['everything', () => false],
])('pages show each row once and in order where %s is hidden or visible', async (_name, isShown) => {
  const list = listOf(1000, isShown);
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageOf(list, 20, cursor);
    expect(page.items.length).toBeGreaterThanOrEqual(page.next ? 20 : 0);
    seen.push(...page.items);
    cursor = page.next;
  } while (cursor);
  expect(seen).toEqual(Array.from({ length: 1000 }, (_, n) => n).filter(isShown));
});

it('reads a page with a few hidden rows in one query', async () => {
  const list = listOf(1000, (n) => n % 15 !== 0);
  expect((await pageOf(list, 100)).items).toHaveLength(100);
  expect(list.reads).toEqual([111]);
});

it('stops a page at its read budget, with a link to continue', async () => {
  const list = listOf(20_000, (n) => n > 15_000);
  const page = await pageOf(list, 20);
  expect(page.items).toEqual([]);
  expect(list.reads.reduce((sum, read) => sum + read, 0)).toBe(readBudget);
  expect(page.next).toBeDefined();
});
