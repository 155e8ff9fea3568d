import { ago, day } from '../../clock.ts';
import { batchLoad } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { pairOf } from '../connections/connection.model.ts';
import { openSince } from '../matches/match.policy.ts';
import type { FoundMember } from '../members/list-members.ts';
import type { User } from '../members/user.model.ts';
import { gatherProposals, type OwnTies } from './gather-proposals.ts';
import { type Person, type Proposal, rankProposals } from './rank-proposals.ts';

/**
 * Proposes to a member whom they may like, the likeliest first (D70): never friends, whom they have asked or may not ask, who said no lately, or
 * whom somebody has just introduced to them.
 */
export async function proposePeople(
  services: Services,
  viewer: User,
  own: OwnTies,
): Promise<Array<Proposal & FoundMember>> {
  const { candidates, facts } = await gatherProposals(services, viewer, [viewer], own);
  const strangers = candidates.filter(({ user }) => user.canConnect && user.relation === 'none');
  const barred = await findBarred(
    services,
    viewer,
    strangers.map(({ member }) => member._id),
  );
  const free = strangers.filter(({ member }) => !barred.has(pairOf(viewer._id, member._id)));
  return rankProposals(personOf(viewer), free, facts(String(viewer._id)));
}

/** The caller as they know themselves. */
export function personOf({ _id, interests, location, age }: User): Person {
  return { id: String(_id), interests, location, age };
}

/**
 * Pairs of the viewer with members who said no lately, or who are being introduced to them. A request that was taken back leaves no trace,
 * whether or not it had been declined: or the asker would learn here what was silent (D20).
 */
async function findBarred(
  { db, clock }: Services,
  viewer: User,
  ids: readonly ObjectId[],
): Promise<Set<string>> {
  const pairs = ids.map((id) => pairOf(viewer._id, id));
  const [connections, introductions] = await Promise.all([
    batchLoad(db.models.Connection, 'pair', pairs),
    db.models.Match.find(
      { pair: { $in: pairs }, status: 'pending', createdAt: { $gt: openSince(clock.now()) } },
      { pair: 1 },
    ).lean(),
  ]);
  const since = ago(clock, serverLimits.proposals.declinedDays * day);
  const declined = connections.filter(
    ({ status, takenBack, respondedAt }) =>
      status === 'declined' && !takenBack && respondedAt !== null && respondedAt > since,
  );
  return new Set([...declined, ...introductions].map(({ pair }) => pair));
}
