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

/** A row of Browse: a member, or the entry of one. */
export type MemberRow = User | MemberEntry;

/** Members that the viewer finds in Browse (D16, D18), newest first. A filter looks only at what the viewer may see. */
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
  const search = { q, facets, others: termsOfFriends(viewer) };
  const found = await searchEntries<MemberEntry>(MemberEntry, search, positionOf(cursor));
  return {
    read: found.read,
    present: (rows) => present(services, viewer, rows, (row) => !('privacy' in row) && found.matches(row)),
  };
}

/** Whom everybody finds. */
export const findableByAll = { profileComplete: true, 'privacy.profileVisibility': 'public' } as const;

/** Whom everybody finds, and the entries of friends who are there for their friends only, newest first. */
async function readMembers(
  { db }: Services,
  viewer: User,
  after: Position | null,
  count: number,
): Promise<MemberRow[]> {
  const lists = await Promise.all([
    readNewest(db.models.User, { ...findableByAll, ...positionFilter(after) }, count),
    ...termsOfFriends(viewer).map((term) =>
      readNewest(db.models.MemberEntry, { terms: term, ...positionFilter(after) }, count, { createdAt: 1 }),
    ),
  ]);
  return mergeNewestFirst<MemberRow>(lists, count);
}

const termsOfFriends = ({ _id, friendCount }: User) => (friendCount > 0 ? [friendTerm(_id)] : []);

/** Members in their places. Who is there for friends only is listed for friends, whatever others see of them elsewhere (D16). */
async function present(
  services: Services,
  viewer: User,
  rows: readonly MemberRow[],
  isWanted: (row: MemberRow) => boolean = () => true,
): Promise<Array<FoundMember | null>> {
  const wanted = rows.filter((row) => isWanted(row) && !row._id.equals(viewer._id));
  const users = wanted.filter((row) => 'privacy' in row);
  const ids = wanted.map(({ _id }) => _id);
  const seen = await findVisibleMembers(services, viewer, ids, { users });
  return rows.map(({ _id }) => {
    const found = seen.get(String(_id));
    if (!found) return null;
    const isListed = found.member.privacy.profileVisibility === 'public' || found.user.relation === 'friend';
    return isListed ? found : null;
  });
}
