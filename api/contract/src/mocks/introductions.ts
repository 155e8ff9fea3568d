import type { Circle } from '../circles.ts';
import type { Friend } from '../connections.ts';
import { buildMadeMatch, buildReceivedMatch, fixtureId } from '../fixtures/index.ts';
import { limits } from '../limits.ts';
import type { MatchCandidate } from '../matches.ts';
import type { PublicUser } from '../members.ts';
import type { Answers } from './answers.ts';

/** What members have in common, and pending, accepted and closed introductions. */
export function typicalIntroductions(
  friends: readonly Friend[],
  users: readonly PublicUser[],
  circles: readonly Circle[],
): Pick<Answers, 'matches' | 'matchesMade' | 'matchCandidates'> {
  const [first, second, third] = friends.map(({ friend }) => friend);
  const strangers = users.filter(({ relation, bio }) => relation === 'none' && bio !== '');
  const [one, two, three] = strangers;
  if (!first || !second || !third || !one || !two || !three)
    return { matches: [], matchesMade: [], matchCandidates: new Map() };
  const met = { user1: second, user2: third };
  const id = (number: number) => fixtureId('match', number);
  return {
    matches: [
      buildReceivedMatch({ id: id(0), other: one, matchmaker: second }),
      buildReceivedMatch({ id: id(1), other: two, matchmaker: first, myAnswer: 'accepted' }),
      buildReceivedMatch({ id: id(2), other: three, matchmaker: first, message: '', status: 'closed' }),
    ],
    matchesMade: [
      buildMadeMatch({ id: id(3), user1Id: first.id, user1: first, user2Id: two.id, user2: two }),
      buildMadeMatch({ id: id(4), ...met, user1Id: second.id, user2Id: third.id, status: 'accepted' }),
    ],
    matchCandidates: new Map(
      friends.map(({ friend }, place) => [
        friend.id,
        candidatesFor(friend, friends, rotate(strangers, place), circles),
      ]),
    ),
  };
}

/** Rotates the list, so that no two friends have the same best candidate. */
function rotate(users: readonly PublicUser[], by: number): PublicUser[] {
  const start = by % users.length;
  return [...users.slice(start), ...users.slice(0, start)];
}

/** Friends first, then others with every kind of reason. */
function candidatesFor(
  friend: PublicUser,
  friends: readonly Friend[],
  strangers: readonly PublicUser[],
  circles: readonly Circle[],
): MatchCandidate[] {
  const known = friends.at(-1)?.friend.name ?? friend.name;
  const own = friends.flatMap(({ friend: user }) => (user === friend ? [] : { user, reasons: [] }));
  const others = strangers.map((user, place) => {
    const shared = user.interests.find((name) => friend.interests.includes(name));
    const circle = place % 4 === 3 ? circles[place] : undefined;
    const reasons: MatchCandidate['reasons'] = [];
    if (place < 2) reasons.push({ kind: 'friends', count: 2 - place, name: known });
    if (shared) reasons.push({ kind: 'interest', name: shared });
    if (place % 3 === 1) reasons.push({ kind: 'trait', trait: 'warmth' });
    if (circle) reasons.push({ kind: 'circles', count: 1, name: circle.name });
    return { user, reasons };
  });
  return [...own, ...others].slice(0, limits.matches.candidates);
}
