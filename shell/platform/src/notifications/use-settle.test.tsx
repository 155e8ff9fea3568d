import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { queryClient } from '../current-platform.ts';
import { unreadQuery } from './notifications.queries.ts';
import { useSettle } from './use-settle.ts';

const sent: unknown[] = [];
const server = setupServer(
  http.post('*/api/notifications/read', async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json({ unread: 1 });
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
  queryClient.setQueryData(unreadQuery.queryKey, { unread: 2 });
  const { rerender } = renderHook(({ when }) => useSettle('circle', 'c1', when), {
    initialProps: { when: false },
  });
  expect(sent).toEqual([]);
  rerender({ when: true });
  await waitFor(() => expect(queryClient.getQueryData(unreadQuery.queryKey)).toEqual({ unread: 1 }));
  expect(sent).toEqual([{ seen: { place: 'circle', id: 'c1' } }]);
});

it.each([undefined, { unread: 0 }])('asks for nothing where the bell says %o', async (counted) => {
  if (counted) queryClient.setQueryData(unreadQuery.queryKey, counted);
  renderHook(() => useSettle('circle', 'c1', true));
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toEqual([]);
});
