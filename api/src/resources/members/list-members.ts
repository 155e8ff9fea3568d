import type { ParsedQuery, PublicUser } from '@frens/contract';
import { afterPosition, mergeNewestFirst, type PageSource, positionOf } from '../../paging.ts';
import { searchEntries } from '../../search/find-entries.ts';
import type { Services } from '../../services.ts';
import { otherIn } from '../connections/connection.model.ts';
import { readFriendships } from '../connections/list-connections.ts';
import { visibleTo } from '../visibility/visibility.ts';
import { friendsOnlyIndex, type MemberEntry } from './member-entry.model.ts';
import { ageFacet, genderFacet, interestFacet } from './member-entry.ts';
import type { User } from './user.model.ts';

/** A member as they are stored, and as the viewer sees them. */
export interface FoundMember {
  user: PublicUser;
  member: User;
}

/** Members that the viewer finds in Browse (D16, D18), newest first. A filter looks only at what the viewer may see. */
export async function findMembers(
  services: Services,
  viewer: User,
  { q, gender, ageBand, interest, cursor }: ParsedQuery<'GET /api/users'>,
): Promise<PageSource<MemberEntry, FoundMember>> {
  const facets = [
    ...(gender ? [genderFacet(gender)] : []),
    ...(ageBand ? [ageFacet(ageBand)] : []),
    ...(interest ? [interestFacet(interest)] : []),
  ];
  const { MemberEntry, User } = services.db.models;
  const [found, ofFriends] = await Promise.all([
    searchEntries(MemberEntry, { q, facets }, positionOf(cursor)),
    entriesOfFriends(services, viewer),
  ]);
  return {
    read: async (after, count) =>
      mergeNewestFirst([await found.read(after, count), afterPosition(ofFriends, after)], count),
    async present(entries) {
      const wanted = entries.filter(
        (entry) =>
          found.matches(entry) &&
          !entry._id.equals(viewer._id) &&
          (entry.visibility === 'public' || ofFriends.includes(entry)),
      );
      const users = await User.find({ _id: { $in: wanted.map(({ _id }) => _id) } }).lean();
      const seen = await visibleTo(services, viewer, users);
      const members = new Map(users.map((member) => [String(member._id), member]));
      return entries.map(({ _id }) => {
        const [user, member] = [seen.get(String(_id)), members.get(String(_id))];
        return user && member ? { user, member } : null;
      });
    },
  };
}

/** Among how many of a member's friends Browse looks for those who are there for friends only: the newest. */
const mostFriends = 1000;

/** Friends of the viewer who are there for their friends only. No term finds them, so what a page reads is bounded. */
async function entriesOfFriends(services: Services, viewer: User): Promise<MemberEntry[]> {
  if (viewer.friendCount === 0) return [];
  const friendships = await readFriendships(services, viewer._id, null, mostFriends);
  const ids = friendships.map((friendship) => otherIn(friendship, viewer._id));
  const { MemberEntry } = services.db.models;
  return MemberEntry.find({ visibility: 'friends', _id: { $in: ids } }, { terms: 0 })
    .hint(friendsOnlyIndex)
    .lean<MemberEntry[]>();
}
