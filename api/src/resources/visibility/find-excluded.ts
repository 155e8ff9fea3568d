import type { ReportSubject } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { findOwnedByBlocked, type Owned } from './find-blocked.ts';
import { findReported } from './find-reported.ts';

/**
 * Finds the things that a list excludes for a viewer: what they reported and what a block hides (D23). Returns ids.
 *
 * @param findApart finds the latter, where a block hides less than all that is the other's
 */
export async function findExcluded(
  services: Services,
  viewer: User | null,
  type: ReportSubject,
  things: readonly Owned[],
  findApart: (
    services: Services,
    viewerId: ObjectId | null,
    things: readonly Owned[],
  ) => Promise<Set<string>> = findOwnedByBlocked,
): Promise<Set<string>> {
  const ids = things.map(({ _id }) => _id);
  const [reported, apart] = await Promise.all([
    findReported(services, viewer, type, ids),
    findApart(services, viewer?._id ?? null, things),
  ]);
  return new Set([...reported, ...apart]);
}
