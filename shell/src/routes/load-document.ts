import { queryClient } from '@frens/platform/internal';

/** How long pending mutations may delay the navigation, in milliseconds. */
const patienceMs = 2_000;

/**
 * Loads the document of the router's current address. It waits for pending mutations, because a browser that leaves a page aborts its
 * requests.
 *
 * @returns a function that cancels it, for a navigation meanwhile
 */
export function loadDocument(): () => void {
  const mutations = queryClient.getMutationCache();
  const leave = () => {
    stop();
    location.reload();
  };
  const timer = setTimeout(leave, patienceMs);
  const unsubscribe = mutations.subscribe(() => {
    if (queryClient.isMutating() === 0) leave();
  });
  const stop = () => {
    clearTimeout(timer);
    unsubscribe();
  };
  if (queryClient.isMutating() === 0) leave();
  return stop;
}
