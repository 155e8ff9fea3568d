import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../current-platform.ts';
import { startTestTexts, TestProviders } from '../testing/test-providers.tsx';
import { LoadMore } from './load-more.tsx';
import { pagedQuery } from './paged-query.ts';
import { useSearchableList } from './use-searchable-list.ts';

// A list far longer than anybody scrolls: what is read of it, and what is not.
const many = Array.from({ length: 20_000 }, (_, index) => ({ id: `${index}`, name: `Member ${index + 1}.` }));
let all = many;
const pageSize = 100;
const asked: string[] = [];
/** What the answers wait for. */
let held: Promise<void> | undefined;

/** The list as a server gives it: by a cursor that names the last item. */
const members = ({ q, isBackwards }: { q: string; isBackwards: boolean }) =>
  pagedQuery(['members', q, isBackwards], async ({ cursor }) => {
    asked.push(`${q || 'all'} after ${cursor ?? 'nothing'}`);
    await held;
    const matching = all.filter(({ name }) => name.includes(q));
    const found = isBackwards ? matching.toReversed() : matching;
    const start = cursor === undefined ? 0 : found.findIndex(({ id }) => id === cursor) + 1;
    const items = found.slice(start, start + pageSize);
    const hasMore = start + pageSize < found.length;
    return { items, nextCursor: hasMore ? (items.at(-1)?.id ?? null) : null };
  });

function Members({ search = '' }) {
  const [q, setQ] = useState(search);
  const [isBackwards, setBackwards] = useState(false);
  const items = useRef<HTMLUListElement>(null);
  const list = useSearchableList({
    filters: { q, isBackwards },
    everything: { q: '', isBackwards },
    pages: members,
    fits: ({ name }, filters) => name.includes(filters.q),
  });
  if (list.status !== 'ready') return null;
  return (
    <>
      <input aria-label="Search" value={q} onChange={({ target }) => setQ(target.value)} />
      <button type="button" onClick={() => setBackwards(true)}>
        Backwards
      </button>
      <ul ref={items} aria-busy={list.isSearching}>
        {list.items.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`}>{name}</a>
          </li>
        ))}
      </ul>
      <LoadMore pages={list.pages} items={items} />
    </>
  );
}

const shown = () =>
  within(screen.getByRole('list'))
    .getAllByRole('link')
    .map((link) => link.textContent);

const open = (search?: string) =>
  render(
    <TestProviders path="/">
      <Members search={search} />
    </TestProviders>,
  );

/** Delays the answers to all later requests. */
function hold(): () => void {
  let release = () => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  return release;
}

beforeAll(startTestTexts);
beforeEach(() => {
  asked.length = 0;
  all = many;
  held = undefined;
  queryClient.clear();
});
afterEach(cleanup);

it('reads a page at a time, shows each item once, and goes on to the first new one', async () => {
  const user = userEvent.setup();
  open();
  await waitFor(() => expect(shown()).toHaveLength(pageSize));
  for (const count of [200, 300]) {
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(shown()).toHaveLength(count));
    expect(document.activeElement?.textContent).toBe(`Member ${count - pageSize + 1}.`);
  }
  expect(shown()).toEqual(all.slice(0, 300).map(({ name }) => name));
  expect(asked).toEqual(['all after nothing', 'all after 99', 'all after 199']);
});

it('shows what has moved to a later page since where it was', async () => {
  const user = userEvent.setup();
  open();
  await waitFor(() => expect(shown()).toHaveLength(pageSize));
  const [first, ...others] = many;
  all = first ? [...others.slice(0, 150), first, ...others.slice(150)] : [];
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(shown()).toHaveLength(2 * pageSize - 1));
  expect(shown()[0]).toBe('Member 1.');
  expect(new Set(shown()).size).toBe(shown().length);
});

it('asks the server for what is further down, once typing pauses, and reads nothing again afterwards', async () => {
  const user = userEvent.setup();
  open();
  await waitFor(() => expect(shown()).toHaveLength(pageSize));
  await user.click(screen.getByRole('textbox', { name: 'Search' }));
  await user.paste('Member 19999.');
  await waitFor(() => expect(shown()).toEqual(['Member 19999.']));
  expect(asked).toEqual(['all after nothing', 'Member 19999. after nothing']);
  await user.clear(screen.getByRole('textbox', { name: 'Search' }));
  await waitFor(() => expect(shown()).toHaveLength(pageSize));
  expect(asked).toHaveLength(2);
});

it('asks for its search alone when it is opened with one, and for all of it once that changes', async () => {
  const user = userEvent.setup();
  open('Member 19999.');
  await waitFor(() => expect(shown()).toEqual(['Member 19999.']));
  expect(asked).toEqual(['Member 19999. after nothing']);
  const box = screen.getByRole('textbox', { name: 'Search' });
  await user.clear(box);
  await waitFor(() => expect(shown()).toHaveLength(pageSize));
  expect(asked).toEqual(['Member 19999. after nothing', 'all after nothing']);
  // What was found has stayed until all was here.
  expect(box.isConnected).toBe(true);
});

it('goes on showing the list until it is here in another order, or with something else in it', async () => {
  const user = userEvent.setup();
  open();
  await waitFor(() => expect(shown()).toHaveLength(pageSize));
  const release = hold();
  await user.click(screen.getByRole('button', { name: 'Backwards' }));
  expect([shown()[0], screen.getByRole('list').getAttribute('aria-busy')]).toEqual(['Member 1.', 'true']);
  release();
  await waitFor(() => expect(shown()[0]).toBe('Member 20000.'));
  expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('false');
  await user.click(screen.getByRole('textbox', { name: 'Search' }));
  await user.paste('Member 500.');
  expect(shown()).toHaveLength(pageSize);
  await waitFor(() => expect(shown()).toEqual(['Member 500.']));
});

it('leaves the focus on Show more where another list is there before what was asked for', async () => {
  open();
  await waitFor(() => expect(shown()).toHaveLength(pageSize));
  fireEvent.change(screen.getByRole('textbox', { name: 'Search' }), { target: { value: 'Member 1' } });
  expect(shown()).toHaveLength(12);
  const release = hold();
  const button = screen.getByRole('button', { name: 'Show more' });
  await userEvent.setup().click(button);
  held = undefined;
  await waitFor(() => expect(shown()).toHaveLength(pageSize));
  expect(document.activeElement).toBe(button);
  release();
});

it('leaves the focus in the search of whoever has gone on to it before more comes', async () => {
  open();
  await waitFor(() => expect(shown()).toHaveLength(pageSize));
  const release = hold();
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  const box = screen.getByRole('textbox', { name: 'Search' });
  box.focus();
  release();
  await waitFor(() => expect(shown()).toHaveLength(2 * pageSize));
  expect(document.activeElement).toBe(box);
});

it('asks nobody while all of it is here, and narrows it at every letter', async () => {
  all = many.slice(0, 30);
  open();
  await waitFor(() => expect(shown()).toHaveLength(30));
  vi.useFakeTimers();
  fireEvent.change(screen.getByRole('textbox', { name: 'Search' }), { target: { value: 'Member 30' } });
  expect(shown()).toEqual(['Member 30.']);
  // Longer than typing ever pauses.
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  vi.useRealTimers();
  expect(asked).toEqual(['all after nothing']);
});

it('asks nobody for what is too long to be asked for, and goes on showing all', async () => {
  open();
  await waitFor(() => expect(shown()).toHaveLength(pageSize));
  vi.useFakeTimers();
  fireEvent.change(screen.getByRole('textbox', { name: 'Search' }), { target: { value: '🌱'.repeat(101) } });
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(asked).toEqual(['all after nothing']);
  expect(shown()).toHaveLength(pageSize);
  fireEvent.change(screen.getByRole('textbox', { name: 'Search' }), { target: { value: '🌱'.repeat(100) } });
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  vi.useRealTimers();
  expect(asked).toHaveLength(2);
});
