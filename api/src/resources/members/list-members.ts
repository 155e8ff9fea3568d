import type { ParsedQuery, PublicUser } from '@frens/contract';
import { batchLoad } from '../../database/batch-loader.ts';
import {
  mergeNewestFirst,
  newestFirst,
  type PageSource,
  type Position,
  positionFilter,
  positionOf,
} from '../../paging.ts';
import { searchEntries } from '../../search/find-entries.ts';
import type { Services } from '../../services.ts';
import { friendTerm } from '../connections/friend-terms.ts';
import { visibleTo } from '../visibility/visibility.ts';
import type { MemberEntry } from './member-entry.model.ts';
import { ageFacet, genderFacet, interestFacet } from './member-entry.ts';
import type { User } from './user.model.ts';

/** A member as they are stored, and as the viewer sees them. */
export interface FoundMember {
  user: PublicUser;
  member: User;
}

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

/** Whom everybody finds, and the entries of friends who are there for their friends only, newest first. */
async function readMembers(
  { db }: Services,
  viewer: User,
  after: Position | null,
  count: number,
): Promise<MemberRow[]> {
  const everybody = { profileComplete: true, 'privacy.profileVisibility': 'public' } as const;
  const lists = await Promise.all([
    db.models.User.find({ ...everybody, ...positionFilter(after) })
      .sort(newestFirst)
      .limit(count)
      .lean<User[]>(),
    ...termsOfFriends(viewer).map((term) =>
      db.models.MemberEntry.find({ terms: term, ...positionFilter(after) }, { createdAt: 1, visibility: 1 })
        .sort(newestFirst)
        .limit(count)
        .lean<MemberEntry[]>(),
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
  const loaded = new Set(users.map(({ _id }) => String(_id)));
  const others = ids.filter((id) => !loaded.has(String(id)));
  const [more, seen] = await Promise.all([
    batchLoad(services.db.models.User, '_id', others),
    visibleTo(services, viewer, users, ids),
  ]);
  const members = new Map([...users, ...more].map((member) => [String(member._id), member]));
  return rows.map(({ _id }) => {
    const [user, member] = [seen.get(String(_id)), members.get(String(_id))];
    if (!user || !member) return null;
    const isListed = member.privacy.profileVisibility === 'public' || user.relation === 'friend';
    return isListed ? { user, member } : null;
  });
}
