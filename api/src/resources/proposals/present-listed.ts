import type { ListedUser } from '@frens/contract';
import type { Services } from '../../services.ts';
import type { FoundMember } from '../members/list-members.ts';
import type { User } from '../members/user.model.ts';
import { readTraits } from './gather-proposals.ts';
import { personOf } from './propose-people.ts';
import { type Proposal, weigher } from './rank-proposals.ts';

const none = new Map<string, string[]>();

/** Members as a list shows them: with what their profiles and Pandas have in common with the viewer's; ties are left to proposals. */
export async function presentListed(
  services: Services,
  viewer: User,
  members: readonly FoundMember[],
): Promise<ListedUser[]> {
  // Only who is seen whole shows a Panda (D16).
  const withPanda = members.filter(({ user }) => user.pandaId !== null);
  const traits = await readTraits(services, [viewer._id, ...withPanda.map(({ member }) => member._id)]);
  const sample = members.map(({ user }) => user);
  const now = services.clock.now();
  const weigh = weigher(personOf(viewer), { traits, friends: none, circles: none, sample, now });
  return members.map(({ user, member }) => {
    const { reasons, leadingTrait } = weigh({ user, joinedAt: member.createdAt });
    return { ...user, reasons, leadingTrait };
  });
}

/** A proposal as a list shows it. */
export function presentProposal({ user, reasons, leadingTrait }: Proposal): ListedUser {
  return { ...user, reasons, leadingTrait };
}
