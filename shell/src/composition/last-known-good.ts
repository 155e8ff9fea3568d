import type { FailedVersions } from './failed-versions.ts';
import type { PageComposition } from './page-composition.ts';
import type { RemoteError } from './remote-error.ts';
import type { RemoteLoads } from './remote-loads.ts';
import type { RemoteStates } from './remote-states.ts';

/** What takes over for a version that fails while it is shown. */
export interface LastKnownGood {
  /** Whether a remote that is on show has another version that has not failed here. */
  canFallBack(name: string): boolean;
  /**
   * Puts a version aside that failed while it was shown; the next one takes over, and stays on this page. Does nothing when that version
   * is not on show any more.
   */
  fallBack(name: string, error: RemoteError): void;
}

/** Makes what takes over on a page. */
export function createLastKnownGood({
  page,
  states: { state },
  failed,
  loads,
}: {
  page: PageComposition;
  states: RemoteStates;
  failed: FailedVersions;
  loads: RemoteLoads;
}): LastKnownGood {
  const { versions } = page.remotes;
  return {
    canFallBack(name) {
      const now = state(name);
      if (now.status !== 'ready') return false;
      return versions(name).some((one) => one.version !== now.version && failed.why(one) === null);
    },
    fallBack(name, error) {
      const { attempt, ...now } = state(name);
      if (now.status !== 'ready' || now.version !== error.version) return;
      const broken = versions(name).find(({ version }) => version === error.version);
      // Absent where a Retry elsewhere has read of newer versions: the next one is another then anyway.
      if (broken) failed.setAside(broken, error);
      else console.warn(error.message);
      void loads.begin(name, attempt + 1);
    },
  };
}
