import { queryClient, queryKeys, unreadQuery, useLocation, useQuery } from '@frens/platform';
import { useEffect } from 'react';

/** Asked for again, unless the answer is on its way, or what the member did has signed them out. */
function readAgain(): void {
  if (!queryClient.getQueryData(queryKeys.session)) return;
  void queryClient.invalidateQueries({ queryKey: queryKeys.unread }, { cancelRefetch: false });
}

/** How many notifications the member has not read: asked for with every page view and after every change of their own, and never between (D60). */
export function useUnread(): number {
  const { data } = useQuery(unreadQuery);
  const { pathname } = useLocation();
  useEffect(readAgain, [pathname]);
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') readAgain();
      }),
    [],
  );
  return data?.unread ?? 0;
}
