import type { SelfUser } from '@frens/contract';
import { queryKeys } from '@frens/platform';
import type { queryClient } from '@frens/platform/internal';
import type { Remotes } from './remotes.ts';

/**
 * Calls each loaded remote's `onSignedIn` once per sign-in: when the member signs in, or when the remote arrives later.
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
    for (const name of remotes.names()) {
      const remote = remotes.state(name);
      if (remote.status !== 'ready' || called.has(name)) continue;
      called.add(name);
      remote.module.onSignedIn?.().catch((cause: unknown) => {
        console.warn(`${name} could not finish what was left for the sign-in`, cause);
      });
    }
  };
  client.getQueryCache().subscribe(run);
  remotes.subscribe(run);
}
