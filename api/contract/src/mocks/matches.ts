import type { MatchAnswer } from '../choices.ts';
import { buildFriend, buildMadeMatch, communityNow, fixtureId } from '../fixtures/index.ts';
import type { ClientKey } from '../index.ts';
import type { ReceivedMatch } from '../matches.ts';
import type { Answers } from './answers.ts';
import { forMember, found, member } from './lookup.ts';
import { MockFailure, type MockResolver } from './mock.ts';

type MatchKey = Extract<ClientKey, `${string} /api/matches${string}`>;

let made = 0;

/** Introductions. The other one of two has always said yes already, so that a yes shows what it leads to. */
export function matchResolvers(answers: Answers): { [Key in MatchKey]: MockResolver<Key> } {
  function answer(id: string, myAnswer: MatchAnswer): ReceivedMatch {
    member(answers);
    const match = found(answers.matches, id);
    const isYes = myAnswer === 'accepted';
    Object.assign(match, { myAnswer, status: isYes ? 'accepted' : 'closed' });
    if (isYes) {
      Object.assign(match.other, { relation: 'friend', canConnect: false });
      const since = communityNow.toISOString();
      answers.friends.unshift(buildFriend({ id: fixtureId('met', (made += 1)), friend: match.other, since }));
    }
    return match;
  }
  return {
    'GET /api/matches': forMember(answers, 'matches'),
    'GET /api/matches/matchmaker': forMember(answers, 'matchesMade'),
    'GET /api/matches/candidates': ({ query: { friendId } }) => {
      member(answers);
      return answers.friends
        .map(({ friend }) => friend)
        .filter(({ id }) => friendId === undefined || id === friendId)
        .map((friend) => ({ friend, candidates: answers.matchCandidates.get(friend.id) ?? [] }));
    },
    'POST /api/matches': ({ body: { user1Id, user2Id, message = '' } }) => {
      member(answers);
      const { friend } = found(
        answers.friends.map((one) => ({ ...one, id: one.friendId })),
        user1Id,
      );
      const candidates = answers.matchCandidates.get(user1Id) ?? [];
      const candidate = candidates.find(({ user }) => user.id === user2Id);
      if (!candidate) throw new MockFailure(404, 'not_found');
      answers.matchCandidates.set(
        user1Id,
        candidates.filter((one) => one !== candidate),
      );
      const id = fixtureId('new match', (made += 1));
      const match = buildMadeMatch({ id, user1Id, user1: friend, user2Id, user2: candidate.user, message });
      answers.matchesMade.unshift(match);
      return match;
    },
    'POST /api/matches/:id/accept': ({ params }) => answer(params.id, 'accepted'),
    'POST /api/matches/:id/decline': ({ params }) => answer(params.id, 'declined'),
    'DELETE /api/matches/:id': ({ params }) => {
      member(answers);
      found(answers.matchesMade, params.id).status = 'closed';
    },
  };
}
