import { queryClient } from '@frens/platform';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { unreadQuery, useSettle } from './unread.ts';

const sent: unknown[] = [];
const afterwards = { unread: 1, places: { person: 1 } };
const server = setupServer(
  http.post('*/api/notifications/read', async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json(afterwards);
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  queryClient.clear();
  sent.length = 0;
});
afterAll(() => server.close());

it('reads what a look settles once the place is shown, and counts anew', async () => {
  queryClient.setQueryData(unreadQuery.queryKey, { unread: 2, places: { circle: 1, person: 1 } });
  const { rerender } = renderHook(({ when }) => useSettle('circle', 'c1', when), {
    initialProps: { when: false },
  });
  expect(sent).toEqual([]);
  rerender({ when: true });
  await waitFor(() => expect(queryClient.getQueryData(unreadQuery.queryKey)).toEqual(afterwards));
  expect(sent).toEqual([{ seen: { place: 'circle', id: 'c1' } }]);
});

it('reads each place once, and only a place that has something unread', async () => {
  queryClient.setQueryData(unreadQuery.queryKey, { unread: 2, places: { circle: 1, person: 1 } });
  const { rerender } = renderHook(
    ({ when }) => {
      useSettle('circle', 'c1', when);
      useSettle('notices', 'c1', when);
    },
    { initialProps: { when: 1 } },
  );
  rerender({ when: 2 });
  await waitFor(() => expect(queryClient.getQueryData(unreadQuery.queryKey)).toEqual(afterwards));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toEqual([{ seen: { place: 'circle', id: 'c1' } }]);
});

it('reads nothing in a tab that nobody looks at, until it is shown', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  queryClient.setQueryData(unreadQuery.queryKey, { unread: 2, places: { conversation: 1, person: 1 } });
  renderHook(() => useSettle('conversation', 'c1', true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toEqual([]);
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(sent).toEqual([{ seen: { place: 'conversation', id: 'c1' } }]));
});

it.each([undefined, { unread: 0, places: {} }])(
  'asks for nothing where the bell says %o',
  async (counted) => {
    if (counted) queryClient.setQueryData(unreadQuery.queryKey, counted);
    renderHook(() => useSettle('circle', 'c1', true));
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toEqual([]);
  },
);
