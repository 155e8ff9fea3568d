import type { Person, PublicUser } from '@frens/contract';
import { batchLoad, readOne } from '../../database/batch-loader.ts';
import { idFrom } from '../../database/ids.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { type ConnectionDoc, pairOf } from '../connections/connection.model.ts';
import { keyOf, type User } from '../members/user.model.ts';
import { presentConversation } from '../messages/find-conversation.ts';
import type { MemberViewing } from '../pandas/panda.presenter.ts';
import { findVisible, findVisibleById } from '../visibility/visibility.ts';
import { readPendingBetween } from './read-pending-between.ts';

/** A member, and what the viewer sees of them. */
export interface FoundPerson {
  user: User;
  profile: PublicUser;
}

/**
 * Finds a member by id, or by `@username` ignoring case (D1, D57).
 *
 * @throws 404 when there is no such member, or the viewer cannot see them (D16)
 */
export async function findPerson(services: Services, viewer: User, named: string): Promise<FoundPerson> {
  const { User: Users } = services.db.models;
  async function findNamed(): Promise<[User | null, PublicUser | null]> {
    const user = await Users.findOne({ usernameKey: keyOf(named.slice(1)) }).lean();
    return [user, await findVisible(services, viewer, user)];
  }
  const [user, profile] = named.startsWith('@')
    ? await findNamed()
    : await Promise.all([readOne(Users, idFrom(named)), findVisibleById(services, viewer, idFrom(named))]);
  if (!user || !profile) throw notFound();
  return { user, profile };
}

/** Presents a member with the request or friendship that the viewer knows of, their conversation, and pending items between them. */
export async function presentPerson(
  services: Services,
  viewing: MemberViewing,
  { user, profile }: FoundPerson,
): Promise<Person> {
  const { viewer } = viewing;
  const [[connection = null], waiting] = await Promise.all([
    batchLoad(services.db.models.Connection, 'pair', [pairOf(viewer._id, user._id)]),
    readPendingBetween(services, viewing, user),
  ]);
  const isKnown = connection !== null && profile.relation !== 'none';
  return {
    ...profile,
    connection: isKnown ? presentConnection(connection, profile.relation === 'friend') : null,
    conversation: presentConversation(connection, viewer, user),
    waiting,
    canIntroduce: viewer.friendCount > 0,
  };
}

function presentConnection(
  { _id, note, createdAt, respondedAt }: ConnectionDoc,
  isFriend: boolean,
): Person['connection'] {
  const at = isFriend ? (respondedAt ?? createdAt) : createdAt;
  return { id: String(_id), note: isFriend ? '' : note, at: at.toISOString() };
}
