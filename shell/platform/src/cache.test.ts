import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addItem, cachedWith, changeData, changeItems, readAgain } from './cache.ts';
import { queryClient } from './current-platform.ts';
import { pagedQuery } from './lists/paged-query.ts';

interface Item {
  id: string;
  count: number;
}
const one = { id: 'one', count: 1 };
const two = { id: 'two', count: 2 };
const three = { id: 'three', count: 3 };

const pageOf = (items: Item[], nextCursor: string | null = null) => ({ items, nextCursor });
const load = vi.fn<() => Promise<ReturnType<typeof pageOf>>>();
const list = pagedQuery<Item>(['list', 'all'], load);
const items = (key = list.queryKey) => queryClient.getQueryData(key)?.pages.map((page) => page.items);

beforeEach(() => {
  queryClient.clear();
  load.mockReset();
  queryClient.setQueryData(list.queryKey, {
    pages: [pageOf([one, two], 'more'), pageOf([three])],
    pageParams: [undefined, 'more'],
  });
});
afterEach(() => queryClient.clear());

describe('a list that is cached', () => {
  it('takes an item as it is now, in every list under the key, and keeps the others as they are', () => {
    const found = pagedQuery<Item>(['list', 'found'], load);
    queryClient.setQueryData(found.queryKey, { pages: [pageOf([two])], pageParams: [undefined] });
    changeItems<Item>(['list'], (item) => (item.id === 'two' ? { ...item, count: 20 } : item));
    expect(items()).toEqual([[one, { id: 'two', count: 20 }], [three]]);
    expect(items(found.queryKey)).toEqual([[{ id: 'two', count: 20 }]]);
    expect(items()?.[1]?.[0]).toBe(three);
  });

  it('loses an item that has left it', () => {
    changeItems<Item>(['list'], (item) => (item.id === 'one' ? null : item));
    expect(items()).toEqual([[two], [three]]);
  });

  it('gets a new item at its top, and holds it once', () => {
    addItem(list, { id: 'new', count: 0 });
    addItem(list, { id: 'three', count: 30 });
    expect(items()).toEqual([[{ id: 'three', count: 30 }, { id: 'new', count: 0 }, one, two], []]);
  });

  it('is left alone while it was never loaded', () => {
    addItem(pagedQuery<Item>(['other'], load), one);
    expect(queryClient.getQueryData(['other'])).toBeUndefined();
  });

  it('is not undone by an answer that was on its way', async () => {
    const answers: ((page: ReturnType<typeof pageOf>) => void)[] = [];
    load.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const read = queryClient.fetchInfiniteQuery({ ...list, staleTime: 0 });
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    changeItems<Item>(['list'], (item) => (item.id === 'one' ? null : item));
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[0]?.(pageOf([one, two]));
    answers[1]?.(pageOf([two, three]));
    await read.catch(() => undefined);
    await vi.waitFor(() => expect(items()).toEqual([[two, three]]));
  });
});

it('tells lists and single data that hold what is meant from those that do not', () => {
  queryClient.setQueryData(['single', 'one'], one);
  queryClient.setQueryData(['single', 'two'], two);
  changeData<Item>(['single', 'one'], (item) => ({ ...item, count: 10 }));
  const isMeant = ({ count }: Item) => count === 10;
  const meant = (key: string) =>
    queryClient.getQueryCache().findAll(cachedWith(['single', key], isMeant)).length;
  expect([meant('one'), meant('two')]).toEqual([1, 0]);
  expect(
    queryClient.getQueryCache().findAll(cachedWith(['list'], ({ id }: Item) => id === 'three')),
  ).toHaveLength(1);
  expect(queryClient.getQueryCache().findAll(cachedWith(['list'], isMeant))).toHaveLength(0);
});

describe('a first fetch that is under way while its data changes', () => {
  it.each([
    ['is invalidated', () => readAgain([{ queryKey: ['home'] }])],
    ['is changed', () => changeData(['home'], (home) => home)],
  ])('is repeated when it %s, and its own answer does not count', async (_how, change) => {
    const answers: ((home: string) => void)[] = [];
    const observer = new QueryObserver(queryClient, {
      queryKey: ['home'],
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    });
    const leave = observer.subscribe(() => {});
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    change();
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    answers[0]?.('before');
    answers[1]?.('after');
    await vi.waitFor(() => expect(queryClient.getQueryData(['home'])).toBe('after'));
    leave();
  });
});
