import { Avatar } from '@frens/design-system';
import { Tab, TabList, TabPanel, Tabs } from '@frens/design-system/tabs';
import {
  itemsOf,
  LoadMore,
  LongList,
  newIdempotencyKey,
  pagedQuery,
  queryClient,
  useInfiniteQuery,
} from '@frens/platform';
import { cleanup, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTestTexts, TestProviders } from '../platform/src/testing/test-providers.tsx';
import { provideObservers } from './missing-observers.ts';
import { keptPlace, returnTo } from './routes/scroll-positions.ts';

beforeAll(startTestTexts);
beforeEach(() => queryClient.clear());
const { Segmenter } = Intl;
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Object.assign(Intl, { Segmenter });
});

const members = pagedQuery(['members'], async ({ cursor }) => ({
  items: Array.from({ length: 300 }, (_, index) => ({ id: `${cursor ?? ''}${index}` })),
  nextCursor: cursor === undefined ? 'next' : null,
}));

/** What asks the browser for any of these. */
function Page() {
  const list = useRef<HTMLDivElement>(null);
  const pages = useInfiniteQuery(members);
  return (
    <>
      <Avatar name="🇪🇸 Luz Vega" />
      <Tabs defaultValue="all">
        <TabList label="Members">
          <Tab value="all">All</Tab>
        </TabList>
        <TabPanel value="all">
          <LongList ref={list} items={itemsOf(pages.data) ?? []} hasMore={pages.hasNextPage}>
            {({ id }) => id}
          </LongList>
          <LoadMore pages={pages} auto={1} />
        </TabPanel>
      </Tabs>
    </>
  );
}

const missing = {
  IntersectionObserver: () => vi.stubGlobal('IntersectionObserver', undefined),
  ResizeObserver: () => vi.stubGlobal('ResizeObserver', undefined),
  'Intl.Segmenter': () => Reflect.deleteProperty(Intl, 'Segmenter'),
  'crypto.randomUUID': () =>
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) }),
};

it.each([
  ...Object.entries(missing).map(([name, remove]) => [name, [remove]] as const),
  ['any of these', Object.values(missing)] as const,
])('pages work without %s', async (_name, removals) => {
  for (const remove of removals) remove();
  provideObservers();
  render(
    <TestProviders path="/">
      <Page />
    </TestProviders>,
  );
  expect((await screen.findAllByRole('listitem', {}, { timeout: 10_000 })).length).toBeGreaterThan(0);
  expect(newIdempotencyKey()).toMatch(/^[\da-f]{32}$/);
  returnTo(keptPlace('/') ?? { top: 0 })();
  // Without an observer the next page comes by itself.
  const count = removals.includes(missing.IntersectionObserver) ? 600 : 300;
  await vi.waitFor(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThanOrEqual(count));
});
