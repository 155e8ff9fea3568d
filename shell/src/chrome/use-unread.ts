import { unreadQuery } from '@frens/members/unread';
import { queryClient, queryKeys, useLocation, useQuery } from '@frens/platform';
import { useEffect } from 'react';

/** Asked for again, unless what the member did has signed them out. */
function readAgain(options: { cancelRefetch: boolean }): void {
  if (!queryClient.getQueryData(queryKeys.session)) return;
  void queryClient.invalidateQueries({ queryKey: queryKeys.unread }, options);
}

let isToBeRead = false;

/** Once for the bells of a phone and of a wide window, which both hear of a change: one's request would only break the other's off. */
function readOnChange(): void {
  if (isToBeRead) return;
  isToBeRead = true;
  queueMicrotask(() => {
    isToBeRead = false;
    // An answer that is on its way may have been counted before the change.
    readAgain({ cancelRefetch: true });
  });
}

/** The page view for which the number is there or on its way, by whichever bell. */
const viewed = new WeakMap<object, string>();

function readOnView(pathname: string): void {
  const query = queryClient.getQueryCache().find({ queryKey: queryKeys.unread });
  if (!query) return;
  const before = viewed.get(query);
  viewed.set(query, pathname);
  if (before !== undefined && before !== pathname) readAgain({ cancelRefetch: false });
}

/**
 * How many notifications the member has not read, and how many of them tell of a conversation: told with the session, then asked for with every
 * page view and after every change of their own, and never between (D60).
 */
export function useUnread() {
  const { data } = useQuery(unreadQuery);
  const { pathname } = useLocation();
  useEffect(() => readOnView(pathname), [pathname]);
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') readOnChange();
      }),
    [],
  );
  return { unread: data?.unread ?? 0, messages: data?.places?.conversation ?? 0 };
}
