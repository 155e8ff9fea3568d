import { ageBandOf } from '../choices.ts';
import type { KeptRequest } from '../circle-page.ts';
import { communityNow, fixtureId } from '../fixtures/index.ts';
import type { ClientKey, ParsedQuery } from '../index.ts';
import type { PublicUser } from '../members.ts';
import type { Person } from '../people.ts';
import { pickPublic } from '../profile-fields.ts';
import { foldText, textsContain } from '../search-text.ts';
import type { Answers } from './answers.ts';
import { conversationWith } from './connections.ts';
import { refuse, requireId, requireMember, shownUsers } from './lookup.ts';
import { invalidField, type Resolvers } from './mock.ts';

/** People, blocks and reports. */
export function personResolvers(answers: Answers) {
  return {
    'GET /api/users/:id': ({ params }) => {
      const person = personNamed(answers, params.id);
      return { ...person, waiting: waitingWith(answers, person) };
    },
    'GET /api/users/:id/common': ({ params }) => {
      const { id, relation } = personNamed(answers, params.id);
      if (id === answers.user?.id) return { circles: [], friends: [], hasMoreFriends: false, reasons: [] };
      const { circles, friends, hasMoreFriends, reasons } = answers.common;
      // Friends have more in common than strangers; members themselves do not count.
      const others = friends.filter((friend) => friend.id !== id).slice(relation === 'friend' ? 0 : 1);
      return { circles, friends: others, hasMoreFriends, reasons };
    },
    'POST /api/users/:id/block': ({ params: { id }, language }) => {
      if (requireId(id) === requireMember(answers).id)
        throw invalidField('id', 'validation.blockSelf', language);
      block(answers, id);
    },
    'DELETE /api/users/:id/block': ({ params: { id } }) => {
      answers.blocks = answers.blocks.filter(({ userId }) => userId !== requireId(id));
    },
    'GET /api/blocks': () => answers.blocks,
    'POST /api/reports': ({ body: { subjectId: id, alsoBlock }, language }) => {
      if (isOwn(answers, requireId(id))) throw invalidField('subjectId', 'validation.reportOwn', language);
      if (alsoBlock) block(answers, id);
      // Reported members leave lists but keep their page, so that they can be blocked.
      answers.reported.push(...answers.users.filter((one) => one.id === id));
      answers.users = answers.users.filter((one) => one.id !== id);
      answers.friends = answers.friends.filter((one) => one.friendId !== id);
      answers.pending = answers.pending.filter((one) => one.user.id !== id);
      answers.pandas = answers.pandas.filter((one) => one.id !== id);
      answers.content = answers.content.filter((one) => one.id !== id);
      answers.circles = answers.circles.filter((one) => one.id !== id);
      answers.matches = answers.matches.filter((one) => one.id !== id);
      answers.messages = new Map(
        [...answers.messages].map(([of, messages]) => [of, messages.filter((one) => one.id !== id)]),
      );
      return { id: fixtureId('report', 1) };
    },
  } satisfies Partial<Resolvers>;
}

/** Whether a subject is the member's own. */
const isOwn = ({ user, pandas, content, circles, circlePosts, messages, matchesMade }: Answers, id: string) =>
  [
    user,
    ...[...pandas, ...content].filter(({ isMine }) => isMine),
    ...circles.filter(({ membership }) => membership === 'owner'),
    ...[...circlePosts.values()].flat().filter(({ author }) => author.id === user?.id),
    ...[...messages.values()].flat().filter(({ isMine }) => isMine),
    ...matchesMade,
  ].some((one) => one?.id === id);

function block(answers: Answers, id: string): void {
  if (answers.blocks.some(({ userId }) => userId === id)) return;
  const { friends, pending, users } = answers;
  const known = [...friends.map((one) => one.friend), ...pending.map((one) => one.user), ...users];
  const { username = null, name = null } = known.find((one) => one.id === id) ?? {};
  answers.blocks.unshift({ userId: id, username, name, createdAt: communityNow.toISOString() });
  answers.friends = friends.filter((one) => one.friendId !== id);
  answers.pending = pending.filter((one) => one.user.id !== id);
  for (const one of users) if (one.id === id) Object.assign(one, { relation: 'none', canConnect: true });
}

/** Refuses calls about hidden members. Blocking succeeds for any id, so that it reveals nobody. */
export function requireShown(answers: Answers, key: ClientKey, params: { id?: string }): void {
  if (key.includes('/users/:id/') && !key.endsWith('block')) personNamed(answers, params.id ?? '');
}

function personNamed(answers: Answers, named: string): Omit<Person, 'waiting'> {
  const self = requireMember(answers);
  const isNamed = ({ id, username }: Pick<PublicUser, 'id' | 'username'>) =>
    id === named || `@${username.toLowerCase()}` === named.toLowerCase();
  const canIntroduce = answers.friends.length > 0;
  const friend = answers.friends.find((one) => isNamed(one.friend));
  if (friend) {
    const connection = { id: friend.id, note: '', at: friend.since };
    const conversation = conversationWith(answers, friend.friendId);
    return { ...friend.friend, connection, conversation, canIntroduce: true };
  }
  const request = answers.pending.find((one) => isNamed(one.user));
  if (request) {
    const { id, note, createdAt } = request;
    const conversation = conversationWith(answers, request.user.id);
    return { ...request.user, connection: { id, note, at: createdAt }, conversation, canIntroduce };
  }
  const { username } = self;
  const ownView =
    username === null
      ? []
      : [{ ...self, username, online: true, relation: 'none' as const, canConnect: false }];
  const user = [...ownView, ...shownUsers(answers), ...answers.reported].find(isNamed);
  if (!user) refuse(404, 'not_found');
  const { id, online, pandaId, pandaImage, relation, canConnect } = user;
  return {
    id,
    username: user.username,
    ...pickPublic(user),
    online,
    pandaId,
    pandaImage,
    relation,
    canConnect,
    connection: null,
    conversation: conversationWith(answers, id),
    canIntroduce,
  };
}

/** Pending items between the signed-in member and another one. */
function waitingWith(
  answers: Answers,
  { id: otherId, username }: Pick<Person, 'id' | 'username'>,
): Person['waiting'] {
  const { circles, matches, matchesMade } = answers;
  return {
    introductions: matches.filter(
      ({ status, other, matchmaker }) => status === 'pending' && [other.id, matchmaker.id].includes(otherId),
    ),
    made: matchesMade.filter(
      ({ status, user1Id, user2Id }) => status === 'pending' && [user1Id, user2Id].includes(otherId),
    ),
    invitations: circles.filter(
      ({ wayIn }) => wayIn.kind === 'invited' && wayIn.inviter.username === username,
    ),
    circleRequests: keptRequests(answers).filter(({ request }) => request.user.id === otherId),
  };
}

/** Requests to join the signed-in member's circles. */
export function keptRequests({ circles, circleRequests }: Answers): KeptRequest[] {
  return circles
    .filter(({ membership }) => ['owner', 'admin'].includes(membership))
    .flatMap(({ id, name }) =>
      (circleRequests.get(id) ?? []).map((request) => ({ circle: { id, name }, request })),
    );
}

/** Filters members by name or occupation and by their visible fields. */
export function filterMembers(
  users: readonly PublicUser[],
  { q = '', gender, ageBand, interest }: Omit<ParsedQuery<'GET /api/users'>, 'sort'>,
): PublicUser[] {
  return users.filter(
    (one) =>
      textsContain([one.name, one.occupation], q) &&
      (!gender || one.gender === gender) &&
      (!ageBand || (one.age !== null && ageBandOf(one.age) === ageBand)) &&
      (!interest || one.interests.some((name) => foldText(name) === foldText(interest))),
  );
}
