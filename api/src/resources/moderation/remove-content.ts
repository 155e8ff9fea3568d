import type { ReportSubject } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { circleKey } from '../circles/circle.model.ts';
import { indexCircle } from '../circles/circle-entry.ts';
import { findSubject, type Subject } from './find-subject.ts';
import { type Moderation, ModerationRefusal, writeAct } from './moderation.ts';

/** Subjects that moderators can remove, for an introduction only its message; suspending a member hides the member and their Panda. */
const removable = [
  'content',
  'notice',
  'message',
  'match',
  'circle',
] as const satisfies readonly ReportSubject[];
type Removable = (typeof removable)[number];

/**
 * Soft-deletes a text or a circle: it is hidden from everybody at once, and can be restored.
 *
 * @throws {ModerationRefusal} when there is no such subject, or it is removed already
 */
export function removeContent(moderation: Moderation, id: ObjectId, text: string): Promise<Subject> {
  return change(moderation, id, { act: 'remove', text });
}

/**
 * Restores a removed text or circle.
 *
 * @throws {ModerationRefusal} when there is no such subject, or it is not removed
 */
export function returnContent(moderation: Moderation, id: ObjectId, text: string): Promise<Subject> {
  return change(moderation, id, { act: 'return', text });
}

async function change(
  moderation: Moderation,
  id: ObjectId,
  { act, text }: { act: 'remove' | 'return'; text: string },
): Promise<Subject> {
  const { services } = moderation;
  return services.db.transaction(
    async () => {
      const subject = await findRemovable(services, id);
      const isChanged = await setRemoved(services, subject.type, id, act === 'remove');
      if (!isChanged)
        throw new ModerationRefusal(
          'done',
          act === 'remove'
            ? `It is removed already, since ${subject.removedAt?.toISOString()}: nothing was changed.`
            : 'It is not removed: nothing was changed.',
        );
      const { type, memberId } = subject;
      await writeAct(moderation, { act, subjectType: type, subjectId: id, memberId, text });
      return subject;
    },
    { lockKeys: [circleKey(id)] },
  );
}

async function findRemovable(services: Services, id: ObjectId): Promise<Subject & { type: Removable }> {
  for (const type of removable) {
    const subject = await findSubject(services, type, id);
    if (subject.text !== null) return { ...subject, type };
  }
  throw new ModerationRefusal(
    'missing',
    `There is no post, review, notice, message, introduction or circle ${String(id)}. Name the id of the subject, as "show" prints it, not the report's.`,
  );
}

/** Compare-and-set: returns whether this call changed the subject, so only one of two concurrent moderators does. */
async function setRemoved(
  services: Services,
  type: Removable,
  _id: ObjectId,
  isRemoved: boolean,
): Promise<boolean> {
  const { Circle, CircleEntry, CirclePost, Content, FriendMessage, Match } = services.db.models;
  const which = { _id, removedAt: { $exists: !isRemoved } };
  const update = isRemoved ? { $set: { removedAt: services.clock.now() } } : { $unset: { removedAt: 1 } };
  if (type === 'content') return (await Content.updateOne(which, update)).modifiedCount > 0;
  if (type === 'notice') return (await CirclePost.updateOne(which, update)).modifiedCount > 0;
  if (type === 'message') return (await FriendMessage.updateOne(which, update)).modifiedCount > 0;
  if (type === 'match') return (await Match.updateOne(which, update)).modifiedCount > 0;
  const circle = await Circle.findOneAndUpdate(which, update, { returnDocument: 'after' }).lean();
  if (circle && isRemoved) await CircleEntry.deleteOne({ _id });
  if (circle && !isRemoved && !circle.endedAt) await indexCircle(services, circle);
  return circle !== null;
}
