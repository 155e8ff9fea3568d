import type { SelfUser } from '@frens/contract';
import { queryKeys } from '@frens/platform';
import type { queryClient } from '@frens/platform/internal';
import type { Remotes } from './engine.ts';

/**
 * Calls `onSignedIn` of the remotes that declare it, once per sign-in, and loads them for it: a visitor's unfinished work must
 * not depend on prefetching, which is off under Save-Data (D41). A remote that arrives late, after a Retry, is called then.
 *
 * @param remotes the page's remotes
 * @param client holds the session
 */
export function callSignedInHooks(remotes: Remotes, client: typeof queryClient): void {
  const called = new Set<string>();
  const run = () => {
    if (!client.getQueryData<SelfUser | null>(queryKeys.session)) {
      called.clear();
      return;
    }
    for (const name of remotes.withSignedInHook()) {
      const remote = remotes.state(name);
      if (remote.status === 'idle') void remotes.load(name);
      if (remote.status !== 'ready' || called.has(name)) continue;
      called.add(name);
      remote.module.onSignedIn?.().catch((cause: unknown) => {
        console.warn(`${name} could not finish what was left for the sign-in`, cause);
      });
    }
  };
  client.getQueryCache().subscribe(run);
  remotes.subscribe(run);
  run();
}
