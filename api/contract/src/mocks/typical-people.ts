import type { Relation } from '../choices.ts';
import {
  buildFriend,
  buildFriendMessage,
  buildPendingConnection,
  fixtureId,
  pandaImageOf,
} from '../fixtures/index.ts';
import type { Community, ConnectionRecord, MemberRecord } from '../fixtures/records.ts';
import type { FriendMessage } from '../friend-messages.ts';
import type { PublicUser } from '../members.ts';
import { pickPublic } from '../profile-fields.ts';
import { canConnect, isListed, type Viewpoint, visibleProfile } from '../visibility.ts';
import type { Answers } from './answers.ts';

/** The viewing account. */
export const demoId = fixtureId('member', 0);

/** A connection of the demo account, and the other member. */
export interface Tie {
  one: ConnectionRecord;
  user: PublicUser;
}

/** Members visible to the demo account, by id. */
export function typicalUsers({ members, connections, pandas }: Community): Map<string, PublicUser> {
  const mine = connections.filter(isMine);
  return new Map(
    members.slice(1).flatMap((member): [string, PublicUser][] => {
      const tie = mine.find((one) => [one.requesterId, one.addresseeId].includes(member.id));
      const asked: Relation = tie?.requesterId === demoId ? 'outgoing' : 'incoming';
      const relation = tie ? (tie.status === 'accepted' ? 'friend' : asked) : 'none';
      const panda = pandas.find((one) => one.ownerId === member.id);
      const user = asUser(member, relation, panda?.id ?? null);
      return user ? [[member.id, user]] : [];
    }),
  );
}

/** Its connections, newest first. */
export function typicalTies({ connections }: Community, users: Map<string, PublicUser>): Tie[] {
  return newestFirst(connections.filter(isMine)).flatMap((one) => {
    const user = users.get(one.requesterId === demoId ? one.addresseeId : one.requesterId);
    return user ? [{ one, user }] : [];
  });
}

/** Members, friends, messages and friend requests. */
export function typicalPeople(
  { members, messages: written }: Community,
  users: Map<string, PublicUser>,
  ties: readonly Tie[],
): Pick<Answers, 'users' | 'friends' | 'pending' | 'messages'> {
  const messages = new Map<string, FriendMessage[]>();
  for (const { connectionId, senderId, id, text, createdAt } of newestFirst(written)) {
    const message = buildFriendMessage({
      id,
      text,
      isMine: senderId === demoId,
      createdAt: createdAt.toISOString(),
    });
    messages.set(connectionId, [...(messages.get(connectionId) ?? []), message]);
  }
  return {
    users: members
      .slice(1)
      .filter(({ privacy }) => isListed(privacy, 'other'))
      .flatMap(({ id }) => users.get(id) ?? []),
    friends: ties
      .filter(({ one }) => one.status === 'accepted')
      .map(({ one, user }) => buildFriend({ id: one.id, friend: user, since: one.createdAt.toISOString() })),
    pending: ties
      .filter(({ one }) => one.status === 'pending')
      .map(({ one, user }) =>
        buildPendingConnection({
          id: one.id,
          direction: one.requesterId === demoId ? 'outgoing' : 'incoming',
          user,
          note: one.note,
          createdAt: one.createdAt.toISOString(),
        }),
      ),
    messages,
  };
}

const isMine = ({ requesterId, addresseeId }: ConnectionRecord) =>
  [requesterId, addresseeId].includes(demoId);

/** A member as the demo account sees them; null if hidden. */
function asUser(member: MemberRecord, relation: Relation, pandaId: string | null): PublicUser | null {
  const { id, username, privacy } = member;
  const whole = {
    id,
    username,
    ...pickPublic(member),
    online: false,
    pandaId,
  };
  const shown = visibleProfile(whole, privacy, viewpointOf(relation));
  const pandaImage = pandaImageOf(shown?.pandaId ?? null);
  return shown && { ...shown, pandaImage, relation, canConnect: canConnect(relation, privacy) };
}

/** The demo account's viewpoint on a member. */
export function viewpointOf(relation: Relation): Viewpoint {
  return relation === 'friend' ? 'friend' : relation === 'none' ? 'other' : 'related';
}

/** As in lists. */
export function newestFirst<Item extends { createdAt: Date }>(items: readonly Item[]): Item[] {
  return items.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}
