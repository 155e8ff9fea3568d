import type { ParsedQuery } from '@frens/contract';
import {
  mergeNewestFirst,
  type PageSource,
  type Position,
  positionFilter,
  positionOf,
  readNewest,
} from '../../paging.ts';
import { searchEntries } from '../../search/find-entries.ts';
import type { Services } from '../../services.ts';
import { friendTerm } from '../connections/friend-terms.ts';
import { type FoundMember, findVisibleMembers } from '../visibility/visibility.ts';
import type { MemberEntry } from './member-entry.model.ts';
import { ageFacet, genderFacet, interestFacet } from './member-entry.ts';
import type { User } from './user.model.ts';

/** A row of Browse: a member's document or search entry. */
export type MemberRow = User | MemberEntry;

/** Lists the members that the viewer finds in Browse (D16, D18), newest first. Filters match only fields that the viewer may see. */
export async function findMembers(
  services: Services,
  viewer: User,
  { q, gender, ageBand, interest, cursor }: ParsedQuery<'GET /api/users'>,
): Promise<PageSource<MemberRow, FoundMember>> {
  const facets = [
    ...(gender ? [genderFacet(gender)] : []),
    ...(ageBand ? [ageFacet(ageBand)] : []),
    ...(interest ? [interestFacet(interest)] : []),
  ];
  if (!q && facets.length === 0) {
    return {
      read: (after, count) => readMembers(services, viewer, after, count),
      present: (rows) => present(services, viewer, rows),
    };
  }
  const { MemberEntry } = services.db.models;
  const search = { q, facets, others: friendTermsOf(viewer) };
  const found = await searchEntries<MemberEntry>(MemberEntry, search, positionOf(cursor));
  return {
    read: found.read,
    present: (rows) => present(services, viewer, rows, (row) => !('privacy' in row) && found.matches(row)),
  };
}

/** Filter for members whom every member finds in Browse. */
export const findableByAll = { profileComplete: true, 'privacy.profileVisibility': 'public' } as const;

/** Reads public members, and the search entries of friends who are visible to friends only, newest first. */
async function readMembers(
  { db }: Services,
  viewer: User,
  after: Position | null,
  count: number,
): Promise<MemberRow[]> {
  const lists = await Promise.all([
    readNewest(db.models.User, { ...findableByAll, ...positionFilter(after) }, count),
    ...friendTermsOf(viewer).map((term) =>
      readNewest(db.models.MemberEntry, { terms: term, ...positionFilter(after) }, count),
    ),
  ]);
  return mergeNewestFirst<MemberRow>(lists, count);
}

const friendTermsOf = ({ _id, friendCount }: User) => (friendCount > 0 ? [friendTerm(_id)] : []);

/**
 * Presents each row in its place, or null. Browse lists a friends-only member for friends alone, even where other members see
 * their name elsewhere (D16).
 */
async function present(
  services: Services,
  viewer: User,
  rows: readonly MemberRow[],
  isWanted: (row: MemberRow) => boolean = () => true,
): Promise<Array<FoundMember | null>> {
  const wanted = rows.filter((row) => isWanted(row) && !row._id.equals(viewer._id));
  const users = wanted.filter((row) => 'privacy' in row);
  const ids = wanted.map(({ _id }) => _id);
  const visibleMembers = await findVisibleMembers(services, viewer, ids, { users });
  return rows.map(({ _id }) => {
    const found = visibleMembers.get(String(_id));
    if (!found) return null;
    const isListed = found.member.privacy.profileVisibility === 'public' || found.user.relation === 'friend';
    return isListed ? found : null;
  });
}
