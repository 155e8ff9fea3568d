import { findMember, readId } from '../resources/moderation/find-subject.ts';
import type { Moderation } from '../resources/moderation/moderation.ts';
import type { ModerationActName } from '../resources/moderation/moderation-act.model.ts';
import { listCases, readActs, readCase } from '../resources/moderation/read-queue.ts';
import { removeContent, returnContent } from '../resources/moderation/remove-content.ts';
import { reopenReports, resolveReports } from '../resources/moderation/resolve-reports.ts';
import { restoreMember, suspendMember } from '../resources/moderation/suspend-member.ts';
import { writeNote } from '../resources/moderation/write-note.ts';
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
  const { language } = asked;
  switch (asked.command) {
    case 'list': {
      const { cases, openReports, hasMore } = await listCases(services, asked.most);
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
    case 'show': {
      const whole = await readCase(services, readId(asked.named));
      const { reporter, others, acts } = whole;
      return {
        lines: wholeCaseLines(whole),
        answer: {
          ...caseAnswer(whole),
          details: whole.report.details,
          reporter,
          resolvedAt: whole.report.resolvedAt ?? null,
          others: others.map(({ _id, reason, details, createdAt }) => ({
            id: _id,
            reason,
            details,
            createdAt,
          })),
          acts: acts.map(actAnswer),
        },
      };
    }
    case 'resolve':
    case 'reopen': {
      const change = asked.command === 'resolve' ? resolveReports : reopenReports;
      const reports = await change(moderation, readId(asked.named), asked.reason);
      const ids = reports.map(({ _id }) => String(_id));
      const state = asked.command === 'resolve' ? 'closed' : 'open again';
      return {
        lines: [
          `${ids.length === 1 ? 'One report is' : `${ids.length} reports are`} ${state}: ${ids.join(', ')}.`,
        ],
        answer: { [asked.command === 'resolve' ? 'resolved' : 'reopened']: ids },
        act: { act: asked.command, about: asked.named },
      };
    }
    case 'suspend': {
      const { _id } = await findMember(services, asked.named);
      const { days, reason } = asked;
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
    case 'restore': {
      if (!asked.named.startsWith('@')) {
        const id = readId(asked.named);
        if (!(await services.db.models.User.exists({ _id: id }))) {
          const { type } = await returnContent(moderation, id, asked.reason);
          return {
            lines: [`The ${type} ${asked.named} is back.`],
            answer: { returned: { type, id } },
            act: { act: 'return', about: asked.named },
          };
        }
      }
      const { _id } = await findMember(services, asked.named);
      const { username } = await restoreMember(moderation, _id, { text: asked.reason, language });
      return {
        lines: [`@${username} is back: everything is as it was, and ${mailThat(services, 'tells them')}.`],
        answer: { restored: { id: _id, username } },
        act: { act: 'restore', about: String(_id) },
      };
    }
    case 'remove-content': {
      const { type, memberId } = await removeContent(moderation, readId(asked.named), asked.reason);
      return {
        lines: [
          `The ${type} ${asked.named} is out of everybody's sight.`,
          `Undo: npm run moderate -- restore ${asked.named}`,
        ],
        answer: { removed: { type, id: asked.named, memberId } },
        act: { act: 'remove', about: asked.named },
      };
    }
    case 'note': {
      await writeNote(moderation, asked.named, asked.reason);
      return { lines: ['Noted.'], answer: { noted: asked.named }, act: { act: 'note', about: asked.named } };
    }
    case 'log': {
      const { named } = asked;
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
  }
}
