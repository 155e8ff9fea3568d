import type { ParsedBody } from '@frens/contract';
import { newId, type ObjectId } from '../../database/ids.ts';
import { invalidField } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { blockLocks, blockMember } from '../blocks/block-member.ts';
import type { User } from '../members/user.model.ts';
import { reportKey } from './report.model.ts';

type Report = Omit<ParsedBody<'POST /api/reports'>, 'subjectId'> & { subjectId: ObjectId };

/** Lock keys for filing a report, and for blocking along with it. */
export async function lockKeysOfReport(
  services: Services,
  reporter: User,
  report: Report,
): Promise<string[]> {
  const { subjectType, subjectId, alsoBlock } = report;
  const own = `report:${reportKey(reporter._id, subjectType, subjectId)}`;
  return alsoBlock ? [own, ...(await blockLocks(services, reporter._id, subjectId))] : [own];
}

/**
 * Stores a report for the moderators; lists hide its subject from the reporter from now on (D23). Missing and invisible subjects are
 * accepted too, so the answer reveals nothing. A repeated report keeps the first.
 *
 * @throws 400 when the subject is the reporter's own
 */
export async function fileReport(services: Services, reporter: User, report: Report): Promise<ObjectId> {
  const { db, clock } = services;
  const { subjectType, subjectId, reason, details = '', alsoBlock } = report;
  if (await isOwn(services, reporter, report)) throw invalidField('subjectId', 'validation.reportOwn');
  if (alsoBlock) await blockMember(services, reporter, subjectId);
  const key = reportKey(reporter._id, subjectType, subjectId);
  const existing = await db.models.Report.findOne({ key }, { _id: 1 }).lean();
  if (existing) return existing._id;
  const _id = newId();
  await db.models.Report.create({
    _id,
    key,
    reporterId: reporter._id,
    subjectType,
    subjectId,
    reason,
    details,
    createdAt: clock.now(),
  });
  return _id;
}

/** Whether the subject is the reporter's own; reporting it would only hide it from themselves. */
async function isOwn({ db }: Services, { _id }: User, { subjectType, subjectId }: Report): Promise<boolean> {
  const { Panda, Content, Circle, CirclePost, FriendMessage, Match } = db.models;
  if (subjectType === 'user') return subjectId.equals(_id);
  if (subjectType === 'panda') return (await Panda.exists({ _id: subjectId, ownerId: _id })) !== null;
  if (subjectType === 'content') return (await Content.exists({ _id: subjectId, authorId: _id })) !== null;
  if (subjectType === 'circle') return (await Circle.exists({ _id: subjectId, ownerId: _id })) !== null;
  if (subjectType === 'notice') return (await CirclePost.exists({ _id: subjectId, authorId: _id })) !== null;
  if (subjectType === 'message')
    return (await FriendMessage.exists({ _id: subjectId, senderId: _id })) !== null;
  if (subjectType === 'match') return (await Match.exists({ _id: subjectId, matchmakerId: _id })) !== null;
  return false;
}
