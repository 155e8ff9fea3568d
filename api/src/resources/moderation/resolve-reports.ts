import type { ObjectId } from '../../database/ids.ts';
import type { ReportDoc } from '../reports/report.model.ts';
import { findSubject } from './find-subject.ts';
import { type Moderation, ModerationRefusal, writeAct } from './moderation.ts';

/**
 * Closes a report and every other open report of the same subject.
 *
 * @throws {ModerationRefusal} when there is no such report, or none is open
 */
export function resolveReports(moderation: Moderation, id: ObjectId, text: string): Promise<ReportDoc[]> {
  return change(moderation, id, { act: 'resolve', text });
}

/**
 * Reopens a report and every other closed report of the same subject.
 *
 * @throws {ModerationRefusal} when there is no such report, or none is closed
 */
export function reopenReports(moderation: Moderation, id: ObjectId, text: string): Promise<ReportDoc[]> {
  return change(moderation, id, { act: 'reopen', text });
}

async function change(
  moderation: Moderation,
  id: ObjectId,
  { act, text }: { act: 'resolve' | 'reopen'; text: string },
): Promise<ReportDoc[]> {
  const { services } = moderation;
  const { Report } = services.db.models;
  const report = await Report.findById(id).lean();
  if (!report) throw new ModerationRefusal('missing', `There is no report ${String(id)}.`);
  const { subjectType, subjectId } = report;
  return services.db.transaction(
    async () => {
      const open = act === 'resolve';
      const reports = await Report.find({
        subjectId,
        subjectType,
        resolvedAt: { $exists: !open },
      }).lean<ReportDoc[]>();
      if (reports.length === 0)
        throw new ModerationRefusal(
          'done',
          `The report is ${open ? 'closed' : 'open'} already: nothing was changed.`,
        );
      const reportIds = reports.map(({ _id }) => _id);
      const update = open ? { $set: { resolvedAt: services.clock.now() } } : { $unset: { resolvedAt: 1 } };
      await Report.updateMany({ _id: { $in: reportIds } }, update);
      const { memberId } = await findSubject(services, subjectType, subjectId);
      await writeAct(moderation, { act, subjectType, subjectId, memberId, reportIds, text });
      return reports;
    },
    { lockKeys: [`moderate:${String(subjectId)}`] },
  );
}
