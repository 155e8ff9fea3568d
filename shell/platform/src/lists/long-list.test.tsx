import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useRef } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient, useInfiniteQuery } from '../public.ts';
import { startTestTexts, TestProviders } from '../testing/test-providers.tsx';
import { LoadMore } from './load-more.tsx';
import { itemOf, LongList } from './long-list.tsx';
import { itemsOf, pagedQuery } from './paged-query.ts';

const all = Array.from({ length: 2000 }, (_, index) => ({ id: `${index}`, name: `Member ${index + 1}` }));
const pageSize = 100;
let asked = 0;
let fails = false;

const members = pagedQuery(['members'], async ({ cursor }) => {
  asked += 1;
  if (fails) throw new Error('Away.');
  const start = Number(cursor ?? 0);
  const end = start + pageSize;
  return { items: all.slice(start, end), nextCursor: end < all.length ? `${end}` : null };
});

const card = ({ name }: { name: string }) => <button type="button">{name}</button>;

function Members() {
  const list = useRef<HTMLDivElement>(null);
  const pages = useInfiniteQuery(members);
  const items = itemsOf(pages.data) ?? [];
  return (
    <>
      <LongList ref={list} items={items} hasMore={pages.hasNextPage}>
        {card}
      </LongList>
      <LoadMore
        pages={pages}
        auto={3}
        numbered={{ count: items.length, find: (index) => itemOf(list.current, index) }}
      />
    </>
  );
}

/** The browser's word for what is near the screen: a test says it. */
class Watch implements IntersectionObserver {
  static all: Watch[] = [];
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #tell: IntersectionObserverCallback;
  readonly targets = new Set<Element>();
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
    Watch.all.push(this);
  }
  observe(target: Element) {
    this.targets.add(target);
  }
  unobserve(target: Element) {
    this.targets.delete(target);
  }
  disconnect() {
    this.targets.clear();
  }
  takeRecords() {
    return [];
  }
  say(target: Element, isIntersecting: boolean) {
    const boundingClientRect = target.getBoundingClientRect();
    // As much of an entry as is read.
    this.#tell([{ target, isIntersecting, boundingClientRect } as IntersectionObserverEntry], this);
  }
}

/** Tells whoever watches something whether it is near the screen. */
function scroll(isNear: (target: HTMLElement) => boolean) {
  act(() => {
    for (const watch of Watch.all)
      for (const target of watch.targets)
        if (target instanceof HTMLElement) watch.say(target, isNear(target));
  });
}

const blockOf = (target: HTMLElement) => target.dataset['block'];
const isEnd = (target: HTMLElement) => blockOf(target) === undefined;
/** As the page stands when these blocks are near the screen, and the end is not. */
const at = (...blocks: number[]) => scroll((target) => blocks.includes(Number(blockOf(target) ?? -1)));
const toEnd = () => {
  const last = document.querySelectorAll('[data-block]').length - 1;
  scroll((target) => isEnd(target) || Number(blockOf(target)) >= last - 1);
};
const cards = () => screen.queryAllByRole('listitem').map((item) => item.textContent);
const place = (block: number) => document.querySelector<HTMLElement>(`[data-block="${block}"]`);

async function show(count: number) {
  await waitFor(() => expect(cards()).toHaveLength(count));
}
async function loadThree() {
  for (const count of [200, 300, 400]) {
    toEnd();
    await waitFor(() => expect(asked).toBe(count / pageSize));
    await screen.findByRole('button', { name: 'Show more' });
  }
}

beforeAll(startTestTexts);
beforeEach(() => {
  asked = 0;
  fails = false;
  Watch.all = [];
  vi.stubGlobal('IntersectionObserver', Watch);
  // Every block is as high: the simulated page lays nothing out.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 900, 480));
  queryClient.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open() {
  return render(
    <TestProviders path="/">
      <Members />
    </TestProviders>,
  );
}

it('loads three pages by itself as one scrolls, and then no more until it is asked', async () => {
  open();
  await show(100);
  // Not before somebody comes near.
  expect(asked).toBe(1);
  await loadThree();
  toEnd();
  toEnd();
  expect(asked).toBe(4);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(asked).toBe(5));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Member 401'));
  toEnd();
  expect(asked).toBe(5);
});

it('loads nothing by itself after a failure', async () => {
  open();
  await show(100);
  fails = true;
  toEnd();
  await screen.findByRole('alert');
  toEnd();
  toEnd();
  expect(asked).toBe(2);
});

it('has everything in the document while it is short', async () => {
  open();
  await show(100);
  at(0);
  expect(cards()).toHaveLength(100);
});

it('takes what is far from the screen out of the document, with its place kept, and brings it back', async () => {
  open();
  await show(100);
  toEnd();
  await waitFor(() => expect(asked).toBe(2));
  await screen.findByRole('button', { name: 'Show more' });
  at(4, 5);
  expect(cards()).toHaveLength(24);
  expect(cards()[0]).toBe('Member 49');
  expect(place(0)?.style.blockSize).toBe('480px');
  expect(document.querySelectorAll('[data-block]')).toHaveLength(17);
  at(0);
  expect(cards()).toEqual(all.slice(0, 12).map(({ name }) => name));
  expect(place(0)?.style.blockSize).toBe('');
});

it('keeps what has the focus, and what is beside it', async () => {
  open();
  await show(100);
  toEnd();
  await waitFor(() => expect(asked).toBe(2));
  await screen.findByRole('button', { name: 'Show more' });
  at(4, 5);
  act(() => screen.getByRole('button', { name: 'Member 60' }).focus());
  at(12);
  expect(document.activeElement?.textContent).toBe('Member 60');
  expect(cards()).toHaveLength(4 * 12);
});

it('says which of how many an item is, and of how many only when all are here', async () => {
  const { container } = open();
  await show(100);
  const [first] = screen.getAllByRole('listitem');
  expect(['aria-posinset', 'aria-setsize'].map((name) => first?.getAttribute(name))).toEqual(['1', '-1']);
  const { violations } = await axe.run(container);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

it('is as long as it was for who comes back, with nothing of it in the document but what is near', async () => {
  const { unmount } = open();
  await show(100);
  await loadThree();
  at(20, 21);
  unmount();
  open();
  expect(document.querySelectorAll('[data-block]')).toHaveLength(34);
  expect(cards()).toEqual([]);
  at(20, 21);
  expect(cards()).toHaveLength(24);
  expect(place(0)?.style.blockSize).toBe('480px');
  expect(asked).toBe(4);
});

it('renders no item again in a list that was made anew of the same ones', () => {
  const rendered = vi.fn<typeof card>(card);
  const list = { current: null };
  const show = () => (
    <LongList ref={list} items={all.slice(0, 30)} hasMore={false}>
      {rendered}
    </LongList>
  );
  const { rerender } = render(show());
  rerender(show());
  expect(rendered).toHaveBeenCalledTimes(30);
});
