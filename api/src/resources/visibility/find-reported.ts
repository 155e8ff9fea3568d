import type { ReportSubject } from '@frens/contract';
import { batchFind, batchLoad } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { reportKey, reportKeysOf } from '../reports/report.model.ts';

const filters = new WeakMap<object, { key: ReturnType<typeof reportKeysOf> }>();

/** The same filter for the same document, so that all that asks for one viewer in one tick is one read. */
function filterOf(viewer: { _id: ObjectId }) {
  const known = filters.get(viewer) ?? { key: reportKeysOf(viewer._id) };
  filters.set(viewer, known);
  return known;
}

/** Finds the subjects that the viewer has reported, which lists hide from them (D23). Returns ids. */
export async function findReported(
  { db }: Services,
  viewer: { _id: ObjectId } | null,
  type: ReportSubject,
  ids: readonly ObjectId[],
): Promise<Set<string>> {
  if (!viewer || ids.length === 0) return new Set();
  // Reads all of the viewer's reports by one key range: usually none, instead of a hundred lookups per page.
  const reports = await batchFind(db.models.Report, filterOf(viewer));
  const ofType = reports.filter(({ subjectType }) => subjectType === type);
  const reported = new Set(ofType.map(({ subjectId }) => String(subjectId)));
  return new Set(ids.map(String).filter((id) => reported.has(id)));
}

/** Finds the members who have reported one subject. Returns ids. */
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
