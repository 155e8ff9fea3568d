import type { Circle, PublicUser, Wallet } from '@frens/contract';
import { api, pagedQuery, queryKeys, queryOptions, textsContain } from '@frens/platform';
import { sharedInterests } from '../../members/shared-interests.ts';

/** The member's BAMBOO, under the key that staking and withdrawing refresh. */
export const walletQuery = queryOptions<Wallet>({
  queryKey: queryKeys.wallet,
  queryFn: ({ signal }) => api.call('GET /api/wallet', { signal }),
});

/** How many of the newest are looked at; for how many of the member's interests others are looked for, and how many for each. */
const newest = 50;
const wishes = 3;
const perWish = 12;

/** Members who share an interest with the member, wherever they are in the community, and the newest ones. */
export const likelyMembersQuery = (interests: readonly string[]) =>
  likelyQuery([...queryKeys.users, 'home'], interests, (interest, limit, signal) =>
    api.call('GET /api/users', { query: { interest, limit }, signal }),
  );

/** Circles that speak of what the member likes, and the newest ones. */
export const likelyCirclesQuery = (interests: readonly string[]) =>
  likelyQuery([...queryKeys.circles, 'home'], interests, (q, limit, signal) =>
    api.call('GET /api/circles', { query: { q, limit }, signal }),
  );

/** What is found for each of the first interests, and without one; each once, as one page that nothing follows. */
function likelyQuery<Item extends { id: string }>(
  key: readonly unknown[],
  interests: readonly string[],
  find: (wish: string | undefined, limit: string, signal: AbortSignal) => Promise<Item[]>,
) {
  const wished = interests.slice(0, wishes);
  return pagedQuery([...key, wished], async ({ signal }) => {
    const found = await Promise.all([
      ...wished.map((wish) => find(wish, String(perWish), signal)),
      find(undefined, String(newest), signal),
    ]);
    return {
      items: [...new Map(found.flat().map((item) => [item.id, item])).values()],
      nextCursor: null,
    };
  });
}

/** How many of each are shown. */
const shown = 3;

/** A member for another one, with what both like. */
export interface LikeMinded {
  member: PublicUser;
  shared: string[];
}

/**
 * Of those who may be asked, who likes most of what the member likes; of equals, who comes first.
 *
 * @param introduced ids of those whom a friend has introduced already, and who are shown as such
 */
export function membersFor(
  members: readonly PublicUser[],
  interests: readonly string[],
  introduced: ReadonlySet<string> = new Set(),
): LikeMinded[] {
  return members
    .filter(({ id, canConnect, relation }) => canConnect && relation === 'none' && !introduced.has(id))
    .map((member) => ({
      member,
      shared: sharedInterests(member.interests, interests),
    }))
    .sort((one, other) => other.shared.length - one.shared.length)
    .slice(0, shown);
}

/** The circles that the member can go into: those first that somebody has invited them to, then those that speak of what they like. */
export function circlesFor(circles: readonly Circle[], interests: readonly string[]): Circle[] {
  const order = ['join', 'ask', 'stake'];
  const placeOf = ({ name, description, wayIn }: Circle) =>
    wayIn.kind === 'invited'
      ? -1
      : order.indexOf(wayIn.kind) +
        (interests.some((interest) => textsContain([name, description], interest)) ? 0 : order.length);
  return circles
    .filter(({ wayIn }) => wayIn.kind !== 'none')
    .sort((one, other) => placeOf(one) - placeOf(other))
    .slice(0, shown);
}
