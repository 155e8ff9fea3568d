import type { ReportSubject } from '@frens/contract';
import { batchLoad, readTogether } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { reportKey, reportKeysOf } from '../reports/report.model.ts';

/** Finds, among some members or things, those that the viewer has reported: lists exclude them (D23). Returns ids. */
export async function findReported(
  { db }: Services,
  viewer: { _id: ObjectId } | null,
  type: ReportSubject,
  ids: readonly ObjectId[],
): Promise<Set<string>> {
  if (!viewer || ids.length === 0) return new Set();
  // All that the viewer has reported of that kind, ten a day at most: mostly none, while a page would ask for a hundred.
  const reports = await readTogether(db.models.Report, { key: reportKeysOf(viewer._id, type) });
  const reported = new Set(reports.map(({ subjectId }) => String(subjectId)));
  return new Set(ids.map(String).filter((id) => reported.has(id)));
}

/** Finds, among some members, those who have reported one thing. Returns ids. */
export async function findReporters(
  { db }: Services,
  memberIds: readonly ObjectId[],
  type: ReportSubject,
  id: ObjectId,
): Promise<Set<string>> {
  const keys = memberIds.map((memberId) => reportKey(memberId, type, id));
  const reports = await batchLoad(db.models.Report, 'key', keys);
  return new Set(reports.map(({ reporterId }) => String(reporterId)));
}
