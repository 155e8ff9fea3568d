import type { ListedUser } from '@frens/contract';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import type { FoundMember } from '../visibility/visibility.ts';
import { personOf } from './propose-people.ts';
import { type Facts, type Person, type Proposal, weigher } from './rank-proposals.ts';
import { readTraits } from './shared-facts.ts';

/** Members as a list shows them, each with what speaks for them, the same as where they are proposed (D70). */
export async function presentListed(
  services: Services,
  viewer: User,
  reading: Promise<readonly FoundMember[]>,
  sharing: Promise<Pick<Facts, 'friends' | 'circles'>>,
  sampling: Promise<readonly Person[]>,
): Promise<ListedUser[]> {
  const [members, shared, sample, traits] = await Promise.all([
    reading,
    sharing,
    sampling,
    readTraits(services, viewer, reading),
  ]);
  const now = services.clock.now();
  const weigh = weigher(personOf(viewer), { ...shared, traits, sample, now });
  return members.map(({ user, member }) => {
    const { reasons, leadingTrait } = weigh({ user, joinedAt: member.createdAt });
    return { ...user, reasons, leadingTrait };
  });
}

/** A proposal as a list shows it. */
export function presentProposal({ user, reasons, leadingTrait }: Proposal): ListedUser {
  return { ...user, reasons, leadingTrait };
}
