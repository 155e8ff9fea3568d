import type { ParsedBody } from '@frens/contract';
import { newId, type ObjectId } from '../../database/ids.ts';
import { invalidField } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { blockLocks, blockMember } from '../blocks/block-member.ts';
import type { User } from '../members/user.model.ts';
import { reportKey } from './report.model.ts';

type Report = Omit<ParsedBody<'POST /api/reports'>, 'subjectId'> & { subjectId: ObjectId };

/** What reporting, and blocking along with it, may write at the same time as another request. */
export async function reportLocks(services: Services, reporter: User, report: Report): Promise<string[]> {
  const { subjectType, subjectId, alsoBlock } = report;
  const own = `report:${reportKey(reporter._id, subjectType, subjectId)}`;
  return alsoBlock ? [own, ...(await blockLocks(services, reporter._id, subjectId))] : [own];
}

/**
 * Keeps a report for the moderators; from then on no list shows its subject to the reporter (D23). What is not there, or not for the
 * reporter, is reported all the same, so that the answer tells nothing of it. A second time keeps the first report.
 *
 * @throws 400 for what is the reporter's own
 */
export async function fileReport(services: Services, reporter: User, report: Report): Promise<ObjectId> {
  const { db, clock } = services;
  const { subjectType, subjectId, reason, details = '', alsoBlock } = report;
  if (await isOwn(services, reporter, report)) throw invalidField('subjectId', 'validation.reportOwn');
  if (alsoBlock) await blockMember(services, reporter, subjectId);
  const key = reportKey(reporter._id, subjectType, subjectId);
  const known = await db.models.Report.findOne({ key }, { _id: 1 }).lean();
  if (known) return known._id;
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

/** Whoever reported their own would hide it from themselves alone. */
async function isOwn({ db }: Services, { _id }: User, { subjectType, subjectId }: Report): Promise<boolean> {
  const { Panda, Content, Circle, CirclePost, FriendMessage, Match } = db.models;
  if (subjectType === 'user') return subjectId.equals(_id);
  if (subjectType === 'panda') return (await Panda.exists({ _id: subjectId, ownerId: _id })) !== null;
  if (subjectType === 'content') return (await Content.exists({ _id: subjectId, authorId: _id })) !== null;
  if (subjectType === 'circle') return (await Circle.exists({ _id: subjectId, ownerId: _id })) !== null;
  if (subjectType === 'notice') {
    return (await CirclePost.exists({ _id: subjectId, authorId: _id })) !== null;
  }
  if (subjectType === 'message') {
    return (await FriendMessage.exists({ _id: subjectId, senderId: _id })) !== null;
  }
  if (subjectType === 'match') return (await Match.exists({ _id: subjectId, matchmakerId: _id })) !== null;
  return false;
}
