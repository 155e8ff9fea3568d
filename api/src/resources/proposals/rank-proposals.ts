import type { ListedUser, MatchReason, PublicUser } from '@frens/contract';
import { type TraitName, type Traits, traitNames } from '@frens/contract/panda-scoring';
import { foldText } from '@frens/contract/search-text';
import { day } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';

/** Whom others are proposed to, as far as the caller knows them. */
export type Person = Pick<PublicUser, 'id' | 'interests' | 'age'>;

/** Somebody who may be proposed, as the caller sees them. */
export interface Candidate {
  user: PublicUser;
  joinedAt: Date;
}

export interface PandaTraits {
  traits: Traits;
  topTrait: TraitName;
}

/** What is known of candidates besides their profiles; all of it the caller may know. */
export interface Facts {
  /** By the member's id; only of those whom the caller sees whole. */
  traits: ReadonlyMap<string, PandaTraits>;
  /** Names of the friends and circles that a candidate shares with the person, by the candidate's id. */
  friends: ReadonlyMap<string, readonly string[]>;
  circles: ReadonlyMap<string, readonly string[]>;
  /** Members whom the caller sees: how many of them show an interest says how rare it is. */
  sample: readonly Person[];
  now: Date;
}

export interface Proposal extends Candidate, Weighed {}

/** What is said of a candidate. */
interface Weighed {
  /** The strongest first. */
  reasons: MatchReason[];
  leadingTrait: ListedUser['leadingTrait'];
}

const { weights, most, ageApart, newDays } = serverLimits.proposals;

/**
 * Proposes members to a person, the likeliest first, each with what speaks for them (D70): friends in common, what few share, vibes that
 * meet, circles in common, ages that are near, and who has just joined. Of equals who shows more comes first, then the newest.
 */
export function rankProposals<One extends Candidate>(
  person: Person,
  candidates: readonly One[],
  facts: Facts,
): Array<One & Proposal> {
  const weigh = weigher(person, facts);
  return candidates
    .map((candidate) => ({ candidate, ...weigh(candidate) }))
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        countShown(other.candidate.user) - countShown(one.candidate.user) ||
        other.candidate.joinedAt.getTime() - one.candidate.joinedAt.getTime(),
    )
    .map(({ candidate, reasons, leadingTrait }) => ({ ...candidate, reasons, leadingTrait }));
}

/** Tells of a candidate how much speaks for them, and what. */
export function weigher(person: Person, { traits, friends, circles, sample, now }: Facts) {
  const liked = new Map(sample.map((one) => [one.id, interestsOf(one)]));
  const rarity = rarityIn([...liked.values()]);
  const own = new Set(interestsOf(person).map(({ key }) => key));
  const ownTraits = traits.get(person.id);
  return ({ user, joinedAt }: Candidate): Weighed & { score: number } => {
    const found: Array<{ weight: number; reason: MatchReason | null }> = [];
    const named = [
      ['friends', friends.get(user.id) ?? []],
      ['circles', circles.get(user.id) ?? []],
    ] as const;
    for (const [kind, names] of named) {
      const [name] = names;
      const weight = weights[kind] * Math.min(names.length, most[kind]);
      if (name !== undefined) found.push({ weight, reason: { kind, count: names.length, name } });
    }
    const shared = (liked.get(user.id) ?? interestsOf(user))
      .filter(({ key }) => own.has(key))
      .map((thing) => ({ ...thing, weight: rarity(thing.key) }))
      .toSorted((one, other) => other.weight - one.weight);
    for (const [place, { name, weight }] of shared.slice(0, most.interests).entries())
      found.push({ weight, reason: place === 0 ? { kind: 'interest', name } : null });
    const theirs = traits.get(user.id);
    if (ownTraits && theirs) {
      const isShared = ownTraits.topTrait === theirs.topTrait;
      // From 0 for opposite vibes to the whole weight for the same.
      const weight = (weights.traits * (1 + cosine(ownTraits.traits, theirs.traits))) / 2;
      found.push({ weight, reason: isShared ? { kind: 'trait', trait: theirs.topTrait } : null });
    }
    const isNear = person.age !== null && user.age !== null && Math.abs(person.age - user.age) <= ageApart;
    const isNew = now.getTime() - joinedAt.getTime() <= newDays * day;
    // What is true of many alone puts nobody with an empty profile before who shows something.
    const ofMany =
      found.length === 0 && countShown(user) === 0
        ? 0
        : (isNear ? weights.age : 0) + (isNew ? weights.new : 0);
    return {
      score: found.reduce((sum, { weight }) => sum + weight, ofMany),
      reasons: [
        ...found.toSorted((one, other) => other.weight - one.weight).flatMap(({ reason }) => reason ?? []),
        // True of many: said where nothing else is.
        ...(isNear ? [{ kind: 'age' as const }] : []),
        ...(isNew ? [{ kind: 'new' as const }] : []),
      ],
      leadingTrait: theirs?.topTrait ?? null,
    };
  };
}

/** How much of themselves somebody shows of a Panda, a picture, a text and interests. */
function countShown({ pandaId, profileImage, bio, interests }: PublicUser): number {
  return [pandaId, profileImage, bio, interests[0]].filter(Boolean).length;
}

interface Interest {
  name: string;
  /** The same for who writes it otherwise. */
  key: string;
}

const folded = new WeakMap<readonly string[], Interest[]>();

/** What a member likes; hidden interests are empty and so say nothing. Folded once for each document (document-cache.ts). */
function interestsOf({ interests }: Pick<Person, 'interests'>): Interest[] {
  const known = folded.get(interests);
  if (known) return known;
  const keyed = interests.map((name) => ({ name, key: foldText(name) }));
  const each = [...new Map(keyed.map((one) => [one.key, one])).values()];
  folded.set(interests, each);
  return each;
}

/** How much it says to share something: the more, the fewer of some members share it. */
function rarityIn(sample: readonly Interest[][]): (key: string) => number {
  const named = new Map<string, number>();
  for (const { key } of sample.flat()) named.set(key, (named.get(key) ?? 0) + 1);
  // One more of each: what nobody of the sample shows is no proof that nobody does, and what everybody shows still counts a little.
  return (key) => Math.log((sample.length + 2) / ((named.get(key) ?? 0) + 1));
}

/** The middle of a trait. */
const middle = 50;

/** How alike the directions of two Pandas' traits are, seen from the middle of each: -1 to 1, and 0 for who has no direction. */
function cosine(one: Traits, other: Traits): number {
  let [dot, ofOne, ofOther] = [0, 0, 0];
  for (const trait of traitNames) {
    const [a, b] = [one[trait] - middle, other[trait] - middle];
    dot += a * b;
    ofOne += a * a;
    ofOther += b * b;
  }
  const lengths = Math.sqrt(ofOne * ofOther);
  return lengths === 0 ? 0 : dot / lengths;
}
