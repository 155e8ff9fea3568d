import type { RemoteVersion } from '../model/composition.ts';
import { isForeign } from './foreign-errors.ts';
import { keyOf } from './page-composition.ts';
import type { RemoteError } from './remote-error.ts';
import type { VisitReports } from './visit-reports.ts';

/** The versions that failed on this page; they are retried only on request. */
export interface FailedVersions {
  /** Why a version failed on this page, or null. */
  why(version: RemoteVersion): RemoteError | null;
  setAside(version: RemoteVersion, error: RemoteError): void;
  /** Allows them to be retried. */
  forget(versions: readonly RemoteVersion[]): void;
  /** Reports a failure without a fallback. */
  noteFailure(error: RemoteError): void;
}

/**
 * Creates the record of a page's failures.
 *
 * @param visits reports each to the server
 */
export function createFailedVersions(visits: VisitReports | undefined): FailedVersions {
  const failures = new Map<string, RemoteError>();
  function noteFailure(error: RemoteError): void {
    console.warn(error.message);
    // A browser extension or a translator may have caused it.
    if (!isForeign(error.cause)) visits?.failed(error);
  }
  return {
    why: (version) => failures.get(keyOf(version)) ?? null,
    setAside(version, error) {
      failures.set(keyOf(version), error);
      noteFailure(error);
    },
    forget(versions) {
      for (const version of versions) failures.delete(keyOf(version));
    },
    noteFailure,
  };
}
