import type { CircleReason, Home } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { foldText } from '@frens/contract/search-text';
import { batchLoad } from '../../database/batch-loader.ts';
import { idFrom } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { newestFirst } from '../../paging.ts';
import { anyTerm } from '../../search/search-terms.ts';
import type { Services } from '../../services.ts';
import { otherIn } from '../connections/connection.model.ts';
import type { MemberViewing } from '../pandas/panda.presenter.ts';
import type { OwnTies } from '../proposals/gather-proposals.ts';
import { fullyVisibleTo } from '../visibility/visibility.ts';
import { showCircles } from './show-circles.ts';

const { hubs, circleEntries, friendsCircles } = serverLimits.proposals;

/** Circles that a member may like and can come into: where friends of theirs are, what speaks of their interests, and the newest. */
export async function proposeCircles(
  services: Services,
  viewing: MemberViewing,
  { friendships, memberships }: OwnTies,
): Promise<Home['circles']> {
  const { viewer } = viewing;
  const { CircleEntry, Membership, User } = services.db.models;
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
  const friendsIn = new Map<string, string[]>();
  for (const { circleId, userId } of theirs) {
    const name = friends.get(String(userId))?.name;
    const id = String(circleId);
    if (name !== undefined) friendsIn.set(id, [...(friendsIn.get(id) ?? []), name]);
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
  const shown = await showCircles(services, viewing, ids.map(idFrom));
  return shown
    .filter(({ wayIn }) => ['join', 'ask', 'stake'].includes(wayIn.kind))
    .flatMap((circle): Home['circles'] => {
      // Who is in an invite circle is shown to its members alone (D27).
      const [name, ...more] = circle.circleType === 'invite' ? [] : (friendsIn.get(circle.id) ?? []);
      const interest = interestIn(circle.id);
      if (name === undefined && !texts.has(circle.id)) return [];
      const reason: CircleReason | null =
        name !== undefined
          ? { kind: 'friends', count: more.length + 1, name }
          : interest !== undefined
            ? { kind: 'interest', name: interest }
            : null;
      return [{ circle, reason }];
    })
    .slice(0, limits.home.circles);
}
