import type { Language } from '@frens/contract';
import { findMember, readId } from '../resources/moderation/find-subject.ts';
import type { Moderation } from '../resources/moderation/moderation.ts';
import type { ModerationActName } from '../resources/moderation/moderation-act.model.ts';
import { listCases, readActs, readCase } from '../resources/moderation/read-queue.ts';
import { removeContent, returnContent } from '../resources/moderation/remove-content.ts';
import { reopenReports, resolveReports } from '../resources/moderation/resolve-reports.ts';
import { restoreMember, suspendMember } from '../resources/moderation/suspend-member.ts';
import { writeNote } from '../resources/moderation/write-note.ts';
import type { ReportDoc } from '../resources/reports/report.model.ts';
import type { Services } from '../services.ts';
import { actAnswer, actLine, caseAnswer, caseLines, wholeCaseLines } from './notify-moderators.ts';
import type { Asked } from './read-moderation.ts';

/** A command's result: for people, for programs, and for the log. */
export interface Done {
  lines: string[];
  answer: unknown;
  act?: { act: ModerationActName; about: string };
}

/** Describes a mail that is sent, or queued while the site has no mail server. */
const mailThat = ({ config: { smtpUrl, production } }: Services, does: string): string =>
  smtpUrl === null && production ? `a mail that ${does} waits until SMTP_URL is set` : `a mail ${does}`;

/**
 * Runs a moderation command.
 *
 * @throws {ModerationRefusal} when the subject does not exist or nothing is left to do
 */
export async function moderate(
  moderation: Moderation,
  asked: Exclude<Asked, { command: 'help' }>,
): Promise<Done> {
  const { services } = moderation;
  switch (asked.command) {
    case 'list':
      return listReports(services, asked.most);
    case 'show':
      return showReport(services, asked.named);
    case 'resolve':
      return resolveNamedReport(moderation, asked);
    case 'reopen':
      return reopenNamedReport(moderation, asked);
    case 'suspend':
      return suspendNamedMember(moderation, asked);
    case 'restore':
      return restoreMemberOrContent(moderation, asked);
    case 'remove-content':
      return removeNamedContent(moderation, asked);
    case 'note':
      await writeNote(moderation, asked.named, asked.reason);
      return { lines: ['Noted.'], answer: { noted: asked.named }, act: { act: 'note', about: asked.named } };
    case 'log':
      return showLog(services, asked.named);
  }
}

/** What a command acts on, and why. */
interface CommandSubject {
  named: string;
  reason: string;
  /** Of the mail, if the member's is not known. */
  language: Language;
}

async function listReports(services: Services, most: number): Promise<Done> {
  const { cases, openReports, hasMore } = await listCases(services, most);
  const first =
    openReports === 0
      ? 'Nothing waits.'
      : `${openReports} ${openReports === 1 ? 'report waits' : 'reports wait'}.`;
  const more = hasMore ? ['There are more: --most N shows them.'] : [];
  return {
    lines: [first, ...cases.flatMap(caseLines), ...more],
    answer: { openReports, hasMore, cases: cases.map(caseAnswer) },
  };
}

async function showReport(services: Services, named: string): Promise<Done> {
  const whole = await readCase(services, readId(named));
  const { report, reporter, others, acts } = whole;
  return {
    lines: wholeCaseLines(whole),
    answer: {
      ...caseAnswer(whole),
      details: report.details,
      reporter,
      resolvedAt: report.resolvedAt ?? null,
      others: others.map(({ _id, reason, details, createdAt }) => ({ id: _id, reason, details, createdAt })),
      acts: acts.map(actAnswer),
    },
  };
}

async function resolveNamedReport(moderation: Moderation, { named, reason }: CommandSubject): Promise<Done> {
  const ids = idsOf(await resolveReports(moderation, readId(named), reason));
  return {
    lines: [`${countReports(ids)} closed: ${ids.join(', ')}.`],
    answer: { resolved: ids },
    act: { act: 'resolve', about: named },
  };
}

async function reopenNamedReport(moderation: Moderation, { named, reason }: CommandSubject): Promise<Done> {
  const ids = idsOf(await reopenReports(moderation, readId(named), reason));
  return {
    lines: [`${countReports(ids)} open again: ${ids.join(', ')}.`],
    answer: { reopened: ids },
    act: { act: 'reopen', about: named },
  };
}

const idsOf = (reports: readonly ReportDoc[]) => reports.map(({ _id }) => String(_id));
const countReports = ({ length }: readonly string[]) =>
  length === 1 ? 'One report is' : `${length} reports are`;

async function suspendNamedMember(
  moderation: Moderation,
  { named, days, reason, language }: CommandSubject & { days: number | null },
): Promise<Done> {
  const { services } = moderation;
  const { _id } = await findMember(services, named);
  const { username, suspended } = await suspendMember(moderation, _id, { days, reason, language });
  const until = suspended?.until?.toISOString() ?? null;
  return {
    lines: [
      `@${username} is suspended ${until === null ? 'until restored' : `until ${until}`}: nobody sees them, their sessions ended, ${mailThat(services, 'tells them why')}.`,
      `Undo: npm run moderate -- restore @${username}`,
    ],
    answer: { suspended: { id: _id, username, until, reason } },
    act: { act: 'suspend', about: String(_id) },
  };
}

/** Restores a member, or returns removed content. */
async function restoreMemberOrContent(
  moderation: Moderation,
  { named, reason, language }: CommandSubject,
): Promise<Done> {
  const { services } = moderation;
  if (!named.startsWith('@')) {
    const id = readId(named);
    if (!(await services.db.models.User.exists({ _id: id }))) {
      const { type } = await returnContent(moderation, id, reason);
      return {
        lines: [`The ${type} ${named} is back.`],
        answer: { returned: { type, id } },
        act: { act: 'return', about: named },
      };
    }
  }
  const { _id } = await findMember(services, named);
  const { username } = await restoreMember(moderation, _id, { text: reason, language });
  return {
    lines: [`@${username} is back: everything is as it was, and ${mailThat(services, 'tells them')}.`],
    answer: { restored: { id: _id, username } },
    act: { act: 'restore', about: String(_id) },
  };
}

async function removeNamedContent(moderation: Moderation, { named, reason }: CommandSubject): Promise<Done> {
  const { type, memberId } = await removeContent(moderation, readId(named), reason);
  return {
    lines: [
      `The ${type} ${named} is out of everybody's sight.`,
      `Undo: npm run moderate -- restore ${named}`,
    ],
    answer: { removed: { type, id: named, memberId } },
    act: { act: 'remove', about: named },
  };
}

/** What was done, to anybody, a member or a piece of content. */
async function showLog(services: Services, named: string | null): Promise<Done> {
  const about =
    named === null
      ? {}
      : named.startsWith('@')
        ? { memberId: (await findMember(services, named))._id }
        : { subjectId: readId(named) };
  const acts = await readActs(services, about);
  return {
    lines: acts.length === 0 ? ['Nothing was done yet.'] : acts.map(actLine),
    answer: acts.map(actAnswer),
  };
}
