import type { ReportSubject } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { findOwnedByBlocked, type Owned } from './find-blocked.ts';
import { findReported } from './find-reported.ts';

/**
 * Finds the documents that a list hides from a viewer: those they reported, and those of blocked members (D23). Returns ids.
 *
 * @param findHidden replaces the second rule where other documents are hidden
 */
export async function findExcluded(
  services: Services,
  viewer: User | null,
  type: ReportSubject,
  things: readonly Owned[],
  findHidden: (
    services: Services,
    viewerId: ObjectId | null,
    things: readonly Owned[],
  ) => Promise<Set<string>> = findOwnedByBlocked,
): Promise<Set<string>> {
  const ids = things.map(({ _id }) => _id);
  const [reported, hidden] = await Promise.all([
    findReported(services, viewer, type, ids),
    findHidden(services, viewer?._id ?? null, things),
  ]);
  return new Set([...reported, ...hidden]);
}
