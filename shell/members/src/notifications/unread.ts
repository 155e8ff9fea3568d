import type { NotificationPlace } from '@frens/contract/choices';
import { api, queryClient, queryKeys, queryOptions, readAgain } from '@frens/platform';
import { useEffect } from 'react';

/** How many notifications are unread, as the bell says it (D60). */
export const unreadQuery = queryOptions({
  queryKey: queryKeys.unread,
  queryFn: ({ signal }) => api.call('GET /api/notifications/unread', { signal }),
});

let settling = Promise.resolve();

/**
 * Marks as read what a look at a place settles, once the place is shown, in a tab that is; shown anew at another `when`, it is looked at
 * anew.
 */
export function useSettle(place: NotificationPlace, id: string | undefined, when: boolean | number): void {
  useEffect(() => {
    if (!when) return;
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      settling = settling.then(() => settle(place, id));
    };
    document.addEventListener('visibilitychange', look);
    look();
    return () => document.removeEventListener('visibilitychange', look);
  }, [place, id, when]);
}

/** Without a word where it fails: the mark stays, and a press on the notification reads it. */
async function settle(place: NotificationPlace, id: string | undefined): Promise<void> {
  // Where no bell counts, nobody is told.
  if (!queryClient.getQueryState(unreadQuery.queryKey)) return;
  try {
    // The number of this page view, which may be on its way.
    const { unread, places } = await queryClient.fetchQuery(unreadQuery);
    if (unread === 0 || (places && !places[place])) return;
    const answer = await api.call('POST /api/notifications/read', { body: { seen: { place, id } } });
    queryClient.setQueryData(unreadQuery.queryKey, answer);
    if (answer.unread !== unread) readAgain([{ queryKey: queryKeys.notifications }]);
  } catch {
    // As it was.
  }
}
