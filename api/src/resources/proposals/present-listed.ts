import type { ListedUser } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import type { FoundMember } from '../visibility/visibility.ts';
import { readTraits } from './gather-proposals.ts';
import { personOf } from './propose-people.ts';
import { type PandaTraits, type Proposal, weigher } from './rank-proposals.ts';

const none = new Map<string, string[]>();

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

/** Members as a list shows them: with what their profiles and Pandas have in common with the viewer's; ties are left to proposals. */
export async function presentListed(
  services: Services,
  viewer: User,
  reading: Promise<readonly WithTraits[]>,
): Promise<ListedUser[]> {
  const [members, traits] = await Promise.all([reading, readTraits(services, [viewer._id])]);
  for (const { user, traits: theirs } of members) if (theirs) traits.set(user.id, theirs);
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
