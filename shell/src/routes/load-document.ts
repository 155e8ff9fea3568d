import { queryClient } from '@frens/platform/internal';

/** How long what is being sent may hold the page, in milliseconds. */
const patienceMs = 2_000;

/**
 * Loads the document of the address that the router has gone to already. What is on its way to the server is let through first: a browser
 * that leaves a page breaks its requests off.
 *
 * @returns what calls it off, for whoever goes elsewhere meanwhile
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
