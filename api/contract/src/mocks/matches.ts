import type { MatchAnswer } from '../choices.ts';
import { buildFriend, buildMadeMatch, communityNow } from '../fixtures/index.ts';
import type { MadeMatch, ReceivedMatch } from '../matches.ts';
import type { PublicUser } from '../members.ts';
import type { Answers } from './answers.ts';
import { findById, listOf, newId, refuse, requireMember, shownUsers } from './lookup.ts';
import { invalidField, type Resolvers } from './mock.ts';

/** Introductions. The other member has always accepted already, so that accepting shows the result. */
export function matchResolvers(answers: Answers) {
  function answer(id: string, myAnswer: MatchAnswer): ReceivedMatch {
    const match = findById(answers.matches, id);
    if (match.status !== 'pending') refuse(409, 'conflict');
    const isYes = myAnswer === 'accepted';
    Object.assign(match, { myAnswer, status: isYes ? 'accepted' : 'closed' });
    if (isYes) {
      Object.assign(match.other, { relation: 'friend', canConnect: false });
      const since = communityNow.toISOString();
      answers.friends.unshift(buildFriend({ id: newId('friendship'), friend: match.other, since }));
    }
    return match;
  }
  function friendOf(id: string): PublicUser {
    const user = findById(shownUsers(answers), id);
    return answers.friends.some(({ friendId }) => friendId === id) ? user : refuse(403, 'not_your_friend');
  }
  return {
    'GET /api/matches': () => answers.matches,
    'GET /api/matches/matchmaker': () => answers.matchesMade,
    'GET /api/matches/candidates': ({ query: { friendId } }) => {
      if (friendId !== undefined) friendOf(friendId);
      return answers.friends
        .map(({ friend }) => friend)
        .filter(({ id }) => friendId === undefined || id === friendId)
        .map((friend) => ({ friend, candidates: listOf(answers.matchCandidates, friend.id) }));
    },
    'POST /api/matches': ({ body: { user1Id, user2Id, message = '' }, language }) => {
      const self = requireMember(answers).id;
      if (user1Id === self) throw invalidField('user1Id', 'validation.matchSelf', language);
      if ([self, user1Id].includes(user2Id)) throw invalidField('user2Id', 'validation.matchSelf', language);
      const other = findById(shownUsers(answers), user2Id);
      const friend = friendOf(user1Id);
      const isOfBoth = ({ user1, user2, status }: MadeMatch) =>
        status === 'pending' && [user1Id, user2Id].every((id) => id === user1?.id || id === user2?.id);
      if (answers.matchesMade.some(isOfBoth)) refuse(409, 'already_suggested');
      const candidates = listOf(answers.matchCandidates, user1Id);
      answers.matchCandidates.set(
        user1Id,
        candidates.filter(({ user }) => user.id !== user2Id),
      );
      const id = newId('match');
      const match = buildMadeMatch({ id, user1Id, user1: friend, user2Id, user2: other, message });
      answers.matchesMade.unshift(match);
      return match;
    },
    'POST /api/matches/:id/accept': ({ params }) => answer(params.id, 'accepted'),
    'POST /api/matches/:id/decline': ({ params }) => answer(params.id, 'declined'),
    'DELETE /api/matches/:id': ({ params }) => {
      const match = findById(answers.matchesMade, params.id);
      if (match.status !== 'pending') refuse(409, 'conflict');
      match.status = 'closed';
    },
  } satisfies Partial<Resolvers>;
}
