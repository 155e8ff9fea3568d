import type { FailedVersions } from './failed-versions.ts';
import type { PageComposition } from './page-composition.ts';
import type { RemoteError } from './remote-error.ts';
import type { RemoteLoads } from './remote-loads.ts';
import type { RemoteStates } from './remote-states.ts';

/** The fallback for a version that fails while it is shown. */
export interface LastKnownGood {
  /** Whether a shown remote has another version that has not failed here. */
  canFallBack(name: string): boolean;
  /**
   * Sets aside a version that failed while shown; the next one takes over for this page. Does nothing when that version is no
   * longer shown.
   */
  fallBack(name: string, error: RemoteError): void;
}

/** Creates the fallbacks of a page. */
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
      // Absent after a Retry elsewhere has read newer versions: the next one differs anyway.
      if (broken) failed.setAside(broken, error);
      else console.warn(error.message);
      void loads.begin(name, attempt + 1);
    },
  };
}
