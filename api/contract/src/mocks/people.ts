import type { ClientKey } from '../index.ts';
import type { PublicUser } from '../members.ts';
import type { Person } from '../people.ts';
import type { Answers } from './answers.ts';
import { member } from './lookup.ts';
import { MockFailure, type MockResolver } from './mock.ts';

type PersonKey = Extract<ClientKey, `GET /api/users/:id${string}`>;

/** Pages of persons. */
export function personResolvers(answers: Answers): { [Key in PersonKey]: MockResolver<Key> } {
  return {
    'GET /api/users/:id': ({ params }) => personNamed(answers, params.id),
    'GET /api/users/:id/common': ({ params }) => {
      const { id, relation } = personNamed(answers, params.id);
      if (id === answers.user?.id) return { circles: [], friends: [], hasMoreFriends: false };
      const { circles, friends, hasMoreFriends } = answers.common;
      // Friends know each other better than strangers do, and nobody has themselves in common.
      const others = friends.filter((friend) => friend.id !== id).slice(relation === 'friend' ? 0 : 1);
      return { circles, friends: others, hasMoreFriends };
    },
  };
}

function personNamed(answers: Answers, named: string): Person {
  const self = member(answers);
  const isNamed = ({ id, username }: Pick<PublicUser, 'id' | 'username'>) =>
    id === named || `@${username.toLowerCase()}` === named.toLowerCase();
  const friend = answers.friends.find((one) => isNamed(one.friend));
  if (friend) return { ...friend.friend, connection: { id: friend.id, note: '', at: friend.since } };
  const request = answers.pending.find((one) => isNamed(one.user));
  if (request) {
    const { id, note, createdAt } = request;
    return { ...request.user, connection: { id, note, at: createdAt } };
  }
  const { username } = self;
  const ownView =
    username === null
      ? []
      : [{ ...self, username, online: true, relation: 'none' as const, canConnect: false }];
  const user = [...ownView, ...answers.users].find(isNamed);
  if (!user) throw new MockFailure(404, 'not_found');
  const { id, name, age, gender, bio, occupation, profileImage, interests, location, online, pandaId } = user;
  const { relation, canConnect } = user;
  return {
    id,
    username: user.username,
    name,
    age,
    gender,
    bio,
    occupation,
    profileImage,
    interests,
    location,
    online,
    pandaId,
    relation,
    canConnect,
    connection: null,
  };
}
