import type { MatchCandidate, MatchReason, PublicUser } from '@frens/contract';
import { traitNames } from '@frens/contract/panda-scoring';
import { foldText } from '@frens/contract/search-text';
import type { InCommon, PandaTraits } from './load-in-common.ts';

/** Pandas that are further apart than this in a trait, on average, are not called alike. */
const alike = 20;

/**
 * Candidates for a friend, the likeliest first (D26): who knows the same people, then who shares what the fewest of them do, then whose
 * Panda is like the friend's, then who is in the same circles; of equals whoever comes first stays first.
 */
export function rankCandidates(
  friend: PublicUser,
  candidates: readonly PublicUser[],
  inCommon: InCommon,
): MatchCandidate[] {
  const named = new Map<string, number>();
  for (const candidate of candidates)
    for (const thing of thingsOf(candidate)) named.set(thing.key, (named.get(thing.key) ?? 0) + 1);
  const own = new Set(thingsOf(friend).map(({ key }) => key));
  return candidates
    .map((user) => {
      const friends = inCommon.friends.get(user.id) ?? [];
      const circles = inCommon.circles.get(user.id) ?? [];
      const [rarest] = thingsOf(user)
        .filter(({ key }) => own.has(key))
        .toSorted((a, b) => (named.get(a.key) ?? 0) - (named.get(b.key) ?? 0));
      const theirs = inCommon.traits.get(user.id);
      const apart =
        inCommon.friendTraits && theirs ? distance(inCommon.friendTraits, theirs) : Number.POSITIVE_INFINITY;
      const isAlike = inCommon.friendTraits?.topTrait === theirs?.topTrait && apart <= alike;
      const reasons: MatchReason[] = [
        ...group('friends', friends),
        ...(rarest ? [{ kind: rarest.kind, name: rarest.name }] : []),
        ...(theirs && isAlike ? [{ kind: 'trait' as const, trait: theirs.topTrait }] : []),
        ...group('circles', circles),
      ];
      const rarity = rarest ? 1 / (named.get(rarest.key) ?? 1) : 0;
      return { user, reasons, order: [-friends.length, -rarity, apart, -circles.length] };
    })
    .toSorted((a, b) => compare(a.order, b.order))
    .map(({ user, reasons }) => ({ user, reasons }));
}

interface Thing {
  kind: 'interest' | 'location';
  name: string;
  /** The same for who writes it otherwise. */
  key: string;
}

/** What a member says that others may say too; hidden fields are empty and so say nothing. */
function thingsOf({ interests, location }: PublicUser): Thing[] {
  const things = [
    ...interests.map((name) => ({ kind: 'interest' as const, name })),
    ...(location ? [{ kind: 'location' as const, name: location }] : []),
  ];
  const keyed = things.map((thing) => ({ ...thing, key: `${thing.kind} ${foldText(thing.name)}` }));
  return [...new Map(keyed.map((thing) => [thing.key, thing])).values()];
}

function group(kind: 'friends' | 'circles', [name, ...more]: readonly string[]): MatchReason[] {
  return name === undefined ? [] : [{ kind, count: more.length + 1, name }];
}

/** How far two are apart in a trait, on average. */
function distance(one: PandaTraits, other: PandaTraits): number {
  const apart = traitNames.map((trait) => Math.abs(one.traits[trait] - other.traits[trait]));
  return apart.reduce((sum, value) => sum + value, 0) / apart.length;
}

/** By the first number in which they differ; two that are both infinite do not. */
function compare(one: readonly number[], other: readonly number[]): number {
  for (const [place, value] of one.entries()) {
    const against = other[place] ?? value;
    if (value !== against) return value < against ? -1 : 1;
  }
  return 0;
}
