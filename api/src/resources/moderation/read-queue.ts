import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { ReportDoc } from '../reports/report.model.ts';
import { findSubject, type Subject } from './find-subject.ts';
import { ModerationRefusal } from './moderation.ts';
import type { ModerationActDoc } from './moderation-act.model.ts';

/** All open reports of one subject, as a row of the moderation queue. */
export interface Case {
  /** The oldest of its open reports. */
  report: ReportDoc;
  /** How many members have an open report of it. */
  reporters: number;
  subject: Subject;
  /** The name of its author or owner. */
  member: string | null;
}

/** Lists the subjects with open reports, oldest first, at most `most` of them. */
export async function listCases(
  services: Services,
  most: number,
): Promise<{ cases: Case[]; openReports: number; hasMore: boolean }> {
  const { Report } = services.db.models;
  const open = { resolvedAt: { $exists: false } };
  const found = new Map<string, { report: ReportDoc; reporters: number }>();
  let hasMore = false;
  for await (const report of Report.find(open).sort({ createdAt: 1, _id: 1 }).lean<ReportDoc[]>().cursor()) {
    const key = `${report.subjectType}:${String(report.subjectId)}`;
    const queued = found.get(key);
    if (queued) queued.reporters += 1;
    else if (found.size < most) found.set(key, { report, reporters: 1 });
    else hasMore = true;
  }
  const cases: Case[] = [];
  for (const { report, reporters } of found.values()) {
    const subject = await findSubject(services, report.subjectType, report.subjectId);
    cases.push({ report, reporters, subject, member: await handleOf(services, subject.memberId) });
  }
  return { cases, openReports: await Report.countDocuments(open), hasMore };
}

/** One report with everything a moderator needs to decide. */
export interface WholeCase extends Case {
  reporter: string | null;
  /** Other reports of the same subject, newest first. */
  others: ReportDoc[];
  /** Moderation acts on the subject or its member, newest first. */
  acts: ModerationActDoc[];
}

const mostShown = 50;

/** @throws {ModerationRefusal} when there is no such report */
export async function readCase(services: Services, id: ObjectId): Promise<WholeCase> {
  const { Report } = services.db.models;
  const report = await Report.findById(id).lean<ReportDoc>();
  if (!report) throw new ModerationRefusal('missing', `There is no report ${String(id)}.`);
  const { subjectType, subjectId, reporterId } = report;
  const subject = await findSubject(services, subjectType, subjectId);
  const same = { subjectId, subjectType };
  return {
    report,
    subject,
    reporters: await Report.countDocuments(same),
    member: await handleOf(services, subject.memberId),
    reporter: await handleOf(services, reporterId),
    others: await Report.find({ ...same, _id: { $ne: id } })
      .sort({ createdAt: -1 })
      .limit(mostShown)
      .lean<ReportDoc[]>(),
    acts: await readActs(services, subject.memberId ? { memberId: subject.memberId } : { subjectId }),
  };
}

/** Lists moderation acts, newest first, at most `mostShown`. */
export function readActs(
  { db }: Services,
  about: Partial<Pick<ModerationActDoc, 'memberId' | 'subjectId'>>,
): Promise<ModerationActDoc[]> {
  return db.models.ModerationAct.find(about)
    .sort({ at: -1, _id: -1 })
    .limit(mostShown)
    .lean<ModerationActDoc[]>();
}

async function handleOf({ db }: Services, id: ObjectId | null): Promise<string | null> {
  const member = id && (await db.models.User.findById(id, { username: 1, name: 1, email: 1 }).lean());
  if (!member) return null;
  return member.username === null ? `${member.email} (no name yet)` : `@${member.username}`;
}
