import { findMember, readId } from './find-subject.ts';
import { type Moderation, ModerationRefusal, writeAct } from './moderation.ts';

/**
 * Adds a note for moderators to a member (`@name`), or to a report and its subject (the report's id).
 *
 * @throws {ModerationRefusal} when there is no such member or report
 */
export async function writeNote(moderation: Moderation, named: string, text: string): Promise<void> {
  const { services } = moderation;
  if (named.startsWith('@')) {
    const { _id } = await findMember(services, named);
    return writeAct(moderation, { act: 'note', memberId: _id, text });
  }
  const report = await services.db.models.Report.findById(readId(named)).lean();
  if (!report) throw new ModerationRefusal('missing', `There is no report ${named}.`);
  const { _id, subjectType, subjectId } = report;
  const memberId = subjectType === 'user' ? subjectId : null;
  return writeAct(moderation, { act: 'note', subjectType, subjectId, memberId, reportIds: [_id], text });
}
