import type { Circle, PublicUser, Wallet } from '@frens/contract';
import { foldText } from '@frens/contract/search-text';
import { api, pagedQuery, queryKeys, queryOptions } from '@frens/platform';

/** The member's BAMBOO, under the key that staking and withdrawing refresh. */
export const walletQuery = queryOptions<Wallet>({
  queryKey: queryKeys.wallet,
  queryFn: ({ signal }) => api.call('GET /api/wallet', { signal }),
});

/** How many are looked at: the newest ones. */
const lookedAt = 50;

export const newMembersQuery = pagedQuery([...queryKeys.users, 'home'], ({ cursor, signal }) =>
  api.page('GET /api/users', { query: { cursor, limit: String(lookedAt) }, signal }),
);

export const newCirclesQuery = pagedQuery([...queryKeys.circles, 'home'], ({ cursor, signal }) =>
  api.page('GET /api/circles', { query: { cursor, limit: String(lookedAt) }, signal }),
);

/** How many of each are shown. */
const shown = 3;

/** A member for another one, with what both like. */
export interface LikeMinded {
  member: PublicUser;
  shared: string[];
}

/** Of those who may be asked, who likes most of what the member likes; of equals, the newest. Interests are the same without case and accents (D65). */
export function membersFor(members: readonly PublicUser[], interests: readonly string[]): LikeMinded[] {
  const own = new Set(interests.map(foldText));
  return members
    .filter(({ canConnect, relation }) => canConnect && relation === 'none')
    .map((member) => ({
      member,
      shared: member.interests.filter((interest) => own.has(foldText(interest))),
    }))
    .sort((one, other) => other.shared.length - one.shared.length)
    .slice(0, shown);
}

/** The circles that the member can go into, those first that somebody has invited them to. */
export function circlesFor(circles: readonly Circle[]): Circle[] {
  const order = ['invited', 'join', 'ask', 'stake'];
  return circles
    .filter(({ wayIn }) => wayIn.kind !== 'none')
    .sort((one, other) => order.indexOf(one.wayIn.kind) - order.indexOf(other.wayIn.kind))
    .slice(0, shown);
}
