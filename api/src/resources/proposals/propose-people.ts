import type { Services } from '../../services.ts';
import { pairOf } from '../connections/connection.model.ts';
import type { User } from '../members/user.model.ts';
import type { FoundMember } from '../visibility/visibility.ts';
import { gatherProposals, type OwnRelations } from './gather-proposals.ts';
import { type Person, type Proposal, rankProposals } from './rank-proposals.ts';

/**
 * Proposes to a member whom they may like, the likeliest first (D70): never friends, whom they have asked or may not ask, who said no or was a
 * friend lately, or whom somebody has just introduced to them.
 */
export async function proposePeople(
  services: Services,
  viewer: User,
  own: Promise<OwnRelations>,
): Promise<Array<Proposal & FoundMember>> {
  const { candidates, facts, barred } = await gatherProposals(
    services,
    viewer,
    { ids: [viewer._id], persons: Promise.resolve([viewer]) },
    own,
  );
  const free = candidates.filter(
    ({ user, member }) =>
      user.canConnect && user.relation === 'none' && !barred.has(pairOf(viewer._id, member._id)),
  );
  return rankProposals(personOf(viewer), free, facts(String(viewer._id)));
}

/** The caller as they know themselves. */
export function personOf({ _id, interests, age }: User): Person {
  return { id: String(_id), interests, age };
}
