import type { ModerationActDoc } from '../resources/moderation/moderation-act.model.ts';
import type { Case, WholeCase } from '../resources/moderation/read-queue.ts';

const longest = 100;

/** A member's text on one line, without control characters that could manipulate the moderator's terminal. */
function oneLine(text: string, most = Number.POSITIVE_INFINITY): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return plain.length > most ? `${plain.slice(0, most)}…` : plain;
}

/** One reported subject, on two lines. */
export function caseLines({ report, reporters, subject, member }: Case): string[] {
  const { _id, createdAt, subjectType, reason } = report;
  const whose = member === null ? '' : ` of ${member}`;
  const many = reporters > 1 ? `  ${reporters} members` : '';
  return [
    `${String(_id)}  ${createdAt.toISOString()}  ${reason}  ${subjectType}${whose}${many}`,
    `    ${subject.text === null ? '(gone)' : oneLine(subject.text, longest)}`,
  ];
}

/** One report with everything needed for a decision. */
export function wholeCaseLines(whole: WholeCase): string[] {
  const { report, subject, member, reporter, reporters, others, acts } = whole;
  return [
    `Report    ${String(report._id)}, ${report.resolvedAt ? `closed ${report.resolvedAt.toISOString()}` : 'open'}`,
    `Reason    ${report.reason}`,
    `Said      ${oneLine(report.details) || '(nothing)'}`,
    `By        ${reporter ?? '(gone)'}, ${report.createdAt.toISOString()}. Keep this to yourself.`,
    `About     ${subject.type} ${String(subject.id)}${subject.removedAt ? `, removed ${subject.removedAt.toISOString()}` : ''}`,
    `Whose     ${member ?? '(nobody’s, or gone)'}`,
    `It says   ${subject.text === null ? '(gone)' : oneLine(subject.text)}`,
    ...(reporters > 1 ? [`Reports   ${reporters} of the same`] : []),
    ...others.map((one) => `          ${String(one._id)}  ${one.reason}  ${oneLine(one.details, longest)}`),
    ...(acts.length > 0 ? ['Done so far', ...acts.map((act) => `  ${actLine(act)}`)] : []),
  ];
}

/** One moderation act, on one line. */
export function actLine({
  at,
  who,
  act,
  memberId,
  subjectType,
  subjectId,
  text,
  until,
}: ModerationActDoc): string {
  const about = subjectId ? `${subjectType} ${String(subjectId)}` : `member ${String(memberId)}`;
  const end = act === 'suspend' ? ` until ${until?.toISOString() ?? 'restored'}` : '';
  return `${at.toISOString()}  ${oneLine(who)}  ${act}${end}  ${about}${text ? `  ${oneLine(text)}` : ''}`;
}

export const caseAnswer = ({ report, reporters, subject, member }: Case) => ({
  id: report._id,
  createdAt: report.createdAt,
  reason: report.reason,
  reporters,
  member,
  subject: { type: subject.type, id: subject.id, text: subject.text, removedAt: subject.removedAt },
});

export const actAnswer = ({ _id, reportIds: _reports, ...act }: ModerationActDoc) => act;
