import type { NotificationPlace } from '@frens/contract/choices';
import { api, queryClient, queryKeys, queryOptions, readAgain } from '@frens/platform';
import { useEffect } from 'react';

/** The number of unread notifications, for the bell (D60). */
export const unreadQuery = queryOptions({
  queryKey: queryKeys.unread,
  queryFn: ({ signal }) => api.call('GET /api/notifications/unread', { signal }),
});

let queue = Promise.resolve();

/**
 * Marks the notifications that a visit to a place settles as read, once the place is rendered and its tab is visible. Another value of
 * `when` counts as another visit.
 */
export function useSettle(place: NotificationPlace, id: string | undefined, when: boolean | number): void {
  useEffect(() => {
    if (!when) return;
    const markRead = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', markRead);
      queue = queue.then(() => settle(place, id));
    };
    document.addEventListener('visibilitychange', markRead);
    markRead();
    return () => document.removeEventListener('visibilitychange', markRead);
  }, [place, id, when]);
}

/** Fails silently: the notification stays unread and can still be followed. */
async function settle(place: NotificationPlace, id: string | undefined): Promise<void> {
  // Only where a bell shows the count.
  if (!queryClient.getQueryState(unreadQuery.queryKey)) return;
  try {
    // The count of this page view, which may still be loading.
    const { unread, places } = await queryClient.fetchQuery(unreadQuery);
    if (unread === 0 || !places[place]) return;
    const answer = await api.call('POST /api/notifications/read', { body: { seen: { place, id } } });
    queryClient.setQueryData(unreadQuery.queryKey, answer);
    if (answer.unread !== unread) readAgain([{ queryKey: queryKeys.notifications }]);
  } catch {
    // The count stays as it was.
  }
}
