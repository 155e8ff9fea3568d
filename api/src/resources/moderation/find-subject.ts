import type { ReportSubject } from '@frens/contract';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { keyOf, type User } from '../members/user.model.ts';
import { ModerationRefusal } from './moderation.ts';

/** The subject of a report, as moderators read it. */
export interface Subject {
  type: ReportSubject;
  id: ObjectId;
  /** Its author or owner; null when it has none, or was deleted. */
  memberId: ObjectId | null;
  /** Its text or name; null when it was deleted. */
  text: string | null;
  /** When moderators removed it; null while it is visible. */
  removedAt: Date | null;
}

/** Finds the subject of a report by type and id, also one that is hidden from members. */
export async function findSubject({ db }: Services, type: ReportSubject, id: ObjectId): Promise<Subject> {
  const { Circle, CirclePost, Content, FriendMessage, Match, Panda, User: Users } = db.models;
  const of = (memberId: ObjectId | null, text: string | null, removedAt: Date | null = null): Subject => ({
    type,
    id,
    memberId,
    text,
    removedAt,
  });
  if (type === 'user') {
    const user = await Users.findById(id).lean();
    return of(user && id, user && [`@${user.username}`, user.name, user.bio].filter(Boolean).join(' · '));
  }
  if (type === 'panda') {
    const panda = await Panda.findById(id).lean();
    return of(panda?.ownerId ?? null, panda?.name ?? null);
  }
  if (type === 'circle') {
    const circle = await Circle.findById(id).lean();
    return of(
      circle?.ownerId ?? null,
      circle && [circle.name, circle.description].filter(Boolean).join(' · '),
      circle?.removedAt ?? null,
    );
  }
  if (type === 'content') {
    const content = await Content.findById(id).lean();
    return of(content?.authorId ?? null, content?.text ?? null, content?.removedAt ?? null);
  }
  if (type === 'notice') {
    const post = await CirclePost.findById(id).lean();
    return of(post?.authorId ?? null, post?.text ?? null, post?.removedAt ?? null);
  }
  if (type === 'message') {
    const message = await FriendMessage.findById(id).lean();
    return of(message?.senderId ?? null, message?.text ?? null, message?.removedAt ?? null);
  }
  // The matchmaker wrote the introduction's message.
  const match = await Match.findById(id).lean();
  return of(match?.matchmakerId ?? null, match?.message ?? null, match?.removedAt ?? null);
}

/**
 * Finds a member by `@name` or id.
 *
 * @throws {ModerationRefusal} when there is no such member
 */
export async function findMember({ db }: Services, named: string): Promise<User> {
  const which = named.startsWith('@') ? { usernameKey: keyOf(named.slice(1)) } : byId(named);
  const member = which && (await db.models.User.findOne(which).lean());
  if (!member)
    throw new ModerationRefusal('missing', `There is no member ${named}. Name one as @name, or by id.`);
  return member;
}

const byId = (text: string) => (/^[0-9a-f]{24}$/.test(text) ? { _id: idFrom(text) } : null);

/** @throws {ModerationRefusal} when the text is not an id */
export function readId(text: string): ObjectId {
  const found = byId(text);
  if (!found)
    throw new ModerationRefusal('missing', `${text} is no id: they have 24 digits and letters a to f.`);
  return found._id;
}
