import { unreadQuery } from '@frens/members/unread';
import { queryClient, queryKeys, useLocation, useQuery } from '@frens/platform';
import { useEffect } from 'react';

/** Refetches the count, unless the action has signed the member out. */
function readAgain(options: { cancelRefetch: boolean }): void {
  if (!queryClient.getQueryData(queryKeys.session)) return;
  void queryClient.invalidateQueries({ queryKey: queryKeys.unread }, options);
}

let isToBeRead = false;

/** Shared by the bells of the narrow and the wide frame, which both react to a change: two requests would cancel each other. */
function readOnChange(): void {
  if (isToBeRead) return;
  isToBeRead = true;
  queueMicrotask(() => {
    isToBeRead = false;
    // An answer in flight may predate the change.
    readAgain({ cancelRefetch: true });
  });
}

/** The page view whose count is loaded or loading, by either bell. */
const viewed = new WeakMap<object, string>();

function readOnView(pathname: string): void {
  const query = queryClient.getQueryCache().find({ queryKey: queryKeys.unread });
  if (!query) return;
  const before = viewed.get(query);
  viewed.set(query, pathname);
  if (before !== undefined && before !== pathname) readAgain({ cancelRefetch: false });
}

/**
 * The member's unread counts of notifications and of conversations. They come with the session and are refetched on each page view and after
 * each change by the member; there is no polling (D60).
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
  return { unread: data?.unread ?? 0, messages: data?.places.conversation ?? 0 };
}
