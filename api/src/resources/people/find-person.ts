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
import { readBetween } from './read-between.ts';

/** A member whom an address names, and what the viewer sees of them. */
export interface FoundPerson {
  user: User;
  seen: PublicUser;
}

/**
 * The member with an id, or with the username behind an `@`, in any case (D1, D57).
 *
 * @throws 404 for nobody and for who is not visible to the viewer alike (D16)
 */
export async function findPerson(services: Services, viewer: User, named: string): Promise<FoundPerson> {
  const { User: Users } = services.db.models;
  async function findNamed(): Promise<[User | null, PublicUser | null]> {
    const user = await Users.findOne({ usernameKey: keyOf(named.slice(1)) }).lean();
    return [user, await findVisible(services, viewer, user)];
  }
  const [user, seen] = named.startsWith('@')
    ? await findNamed()
    : await Promise.all([readOne(Users, idFrom(named)), findVisibleById(services, viewer, idFrom(named))]);
  if (!user || !seen) throw notFound();
  return { user, seen };
}

/** The member with the request or friendship that the viewer knows of, where the two write to each other, and what waits between them. */
export async function presentPerson(
  services: Services,
  viewing: MemberViewing,
  { user, seen }: FoundPerson,
): Promise<Person> {
  const { viewer } = viewing;
  const [[between = null], waiting] = await Promise.all([
    batchLoad(services.db.models.Connection, 'pair', [pairOf(viewer._id, user._id)]),
    readBetween(services, viewing, user),
  ]);
  const isKnown = between !== null && seen.relation !== 'none';
  return {
    ...seen,
    connection: isKnown ? told(between, seen.relation === 'friend') : null,
    conversation: presentConversation(between, viewer, user),
    waiting,
    canIntroduce: viewer.friendCount > 0,
  };
}

function told({ _id, note, createdAt, respondedAt }: ConnectionDoc, isFriend: boolean): Person['connection'] {
  const at = isFriend ? (respondedAt ?? createdAt) : createdAt;
  return { id: String(_id), note: isFriend ? '' : note, at: at.toISOString() };
}
