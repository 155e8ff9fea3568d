import type { Circle, CircleReason, Home } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { foldText } from '@frens/contract/search-text';
import { batchLoad } from '../../database/batch-loader.ts';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { newestFirst } from '../../paging.ts';
import { anyTerm } from '../../search/search-terms.ts';
import type { Services } from '../../services.ts';
import { otherIn } from '../connections/connection.model.ts';
import type { User } from '../members/user.model.ts';
import type { OwnTies } from '../proposals/gather-proposals.ts';
import { fullyVisibleTo } from '../visibility/visibility.ts';

const { hubs, circleEntries, friendsCircles } = serverLimits.proposals;

/** Circles that a member may like: where friends of theirs are, what speaks of their interests, and the newest. */
export interface ProposedCircles {
  ids: ObjectId[];
  /** Those of some circles, as the member sees them, that they can come into, each with why. */
  choose(shown: readonly Circle[]): Home['circles'];
}

/** Ranks circles by what the member knows of them; who may see them is for whoever reads them. */
export async function proposeCircles(
  services: Services,
  viewer: User,
  { friendships, memberships }: OwnTies,
): Promise<ProposedCircles> {
  const { Circle: Circles, CircleEntry, Membership, User } = services.db.models;
  const friendIds = friendships.slice(0, hubs).map((one) => otherIn(one, viewer._id));
  const [entries, theirs, friends] = await Promise.all([
    CircleEntry.find({ terms: anyTerm }, { terms: 0 }).sort(newestFirst).limit(circleEntries).lean(),
    friendIds.length === 0
      ? []
      : Membership.find({ userId: { $in: friendIds } }, { userId: 1, circleId: 1 })
          .limit(friendsCircles)
          .lean(),
    batchLoad(User, '_id', friendIds).then((users) => fullyVisibleTo(services, viewer, users)),
  ]);
  // Who is in an invite circle is shown to its members alone, so their being there may not even order the others (D27).
  const open =
    friendIds.length === 0
      ? []
      : await Circles.find(
          { _id: { $in: theirs.map(({ circleId }) => circleId) }, circleType: { $ne: 'invite' } },
          { _id: 1 },
        ).lean();
  const isOpen = new Set(open.map(({ _id }) => String(_id)));
  const friendsIn = new Map<string, string[]>();
  for (const { circleId, userId } of theirs) {
    const name = friends.get(String(userId))?.name;
    const id = String(circleId);
    if (name !== undefined && isOpen.has(id)) friendsIn.set(id, [...(friendsIn.get(id) ?? []), name]);
  }
  const texts = new Map(entries.map(({ _id, text }) => [String(_id), text]));
  const interestIn = (id: string) =>
    viewer.interests.find((interest) => texts.get(id)?.includes(foldText(interest)));
  const own = new Set(memberships.map(({ circleId }) => String(circleId)));
  const weightOf = (id: string) => 2 * (friendsIn.get(id)?.length ?? 0) + (interestIn(id) ? 3 : 0);
  const ids = [...new Set([...texts.keys(), ...friendsIn.keys()])]
    .filter((id) => !own.has(id))
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    // Some of them may be shut.
    .slice(0, 3 * limits.home.circles);
  const isProposed = new Set(ids);
  const choose = (shown: readonly Circle[]) =>
    shown
      .filter(({ id, wayIn }) => isProposed.has(id) && ['join', 'ask', 'stake'].includes(wayIn.kind))
      .map((circle) => {
        const [name, ...more] = friendsIn.get(circle.id) ?? [];
        const interest = interestIn(circle.id);
        const reason: CircleReason | null =
          name !== undefined
            ? { kind: 'friends', count: more.length + 1, name }
            : interest !== undefined
              ? { kind: 'interest', name: interest }
              : null;
        return { circle, reason };
      })
      .slice(0, limits.home.circles);
  return { ids: ids.map(idFrom), choose };
}
