import type { ListedUser, PublicUser } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import type { FoundMember } from '../visibility/visibility.ts';
import { personOf } from './propose-people.ts';
import { type Facts, type PandaTraits, type Proposal, weigher } from './rank-proposals.ts';
import { readTraits } from './shared-facts.ts';

/** A member of a list, with their Panda's traits. */
export type WithTraits = FoundMember & { traits: PandaTraits | undefined };

/** Presents rows of a list of members, in their places, while it reads the traits of their Pandas. */
export async function presentWithTraits<Row extends { _id: ObjectId }>(
  services: Services,
  rows: Row[],
  present: (rows: Row[]) => Array<FoundMember | null> | Promise<Array<FoundMember | null>>,
): Promise<Array<WithTraits | null>> {
  const [shown, traits] = await Promise.all([
    present(rows),
    readTraits(
      services,
      rows.map(({ _id }) => _id),
    ),
  ]);
  // Only who is seen whole shows a Panda (D16).
  return shown.map(
    (one) => one && { ...one, traits: one.user.pandaId === null ? undefined : traits.get(one.user.id) },
  );
}

/** Members as a list shows them, each with what speaks for them, the same as where they are proposed (D70). */
export async function presentListed(
  services: Services,
  viewer: User,
  reading: Promise<readonly WithTraits[]>,
  sharing: Promise<Pick<Facts, 'friends' | 'circles'>>,
  sampling: Promise<readonly PublicUser[]>,
): Promise<ListedUser[]> {
  const [members, shared, sample, traits] = await Promise.all([
    reading,
    sharing,
    sampling,
    readTraits(services, [viewer._id]),
  ]);
  for (const { user, traits: theirs } of members) if (theirs) traits.set(user.id, theirs);
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
