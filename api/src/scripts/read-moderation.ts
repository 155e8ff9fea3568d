import { parseArgs } from 'node:util';
import type { Language } from '@frens/contract';
import { languages } from '@frens/contract/languages';

export const usage = `npm run moderate -- COMMAND

Does the work of moderators, also beside the running site. It ends with 0 when it did what was asked, 1 when it could not, 2 when it was not understood, 3 when there
was nothing to do any more, and 4 when there is no such thing.

  list [--most N]                what waits, oldest first
  show REPORT                    one report with all there is to decide by
  resolve REPORT [--reason WHY]  closes it and every other report of the same; undone by: reopen REPORT
  suspend @NAME (--days N | --for-ever) --reason WHY   the reason is told to the member; undone by: restore @NAME
  remove-content ID [--reason WHY]   a post, review, message or circle, or the words of an introduction; undone by: restore ID
  restore @NAME|ID [--reason WHY]
  note @NAME|ID WORDS            something for the other moderators
  log [@NAME|ID]                 what moderators did, newest first

  --json           prints JSON          --language en|es  of the mail, if the member's is not known
  --who NAME       who does it; MODERATOR unless told, or the account`;

/** The command line is invalid. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** A parsed moderation command. */
export type Asked = { json: boolean; who: string | undefined; language: Language } & (
  | { command: 'help' }
  | { command: 'list'; most: number }
  | { command: 'show' | 'resolve' | 'reopen' | 'remove-content' | 'restore'; named: string; reason: string }
  | { command: 'suspend'; named: string; reason: string; days: number | null }
  | { command: 'note'; named: string; reason: string }
  | { command: 'log'; named: string | null }
);

const options = {
  json: { type: 'boolean', default: false },
  who: { type: 'string' },
  language: { type: 'string', default: 'en' },
  reason: { type: 'string', default: '' },
  days: { type: 'string' },
  'for-ever': { type: 'boolean', default: false },
  most: { type: 'string', default: '30' },
  help: { type: 'boolean', default: false },
} as const;

const mostDays = 3650;
const longestReason = 500;

/**
 * Parses a moderation command line.
 *
 * @throws {UsageError} naming the invalid part
 */
export function readModeration(words: readonly string[]): Asked {
  const { values, positionals } = parse(words);
  const [command = 'help', named, ...rest] = positionals;
  const language = languages.find((one) => one === values.language);
  if (!language) throw new UsageError(`--language is one of ${languages.join(', ')}.`);
  const reason = values.reason.trim();
  if (reason.length > longestReason) throw new UsageError(`A reason has at most ${longestReason} letters.`);
  const shared = { json: values.json, who: values.who?.trim() || undefined, language };
  if (values.help || command === 'help') return { ...shared, command: 'help' };
  if (command === 'list') return { ...shared, command, most: numberOf('--most', values.most, 1000) };
  if (command === 'log') return { ...shared, command, named: named ?? null };
  if (!named) throw new UsageError(`${command}: of what?`);
  switch (command) {
    case 'note': {
      const text = [reason, ...rest].join(' ').trim();
      if (text === '') throw new UsageError('note: what is to be noted?');
      return { ...shared, command, named, reason: text };
    }
    case 'suspend': {
      if (rest.length > 0) throw new UsageError(`suspend: put the reason in quotes, after --reason.`);
      if (reason === '') throw new UsageError('suspend: --reason is missing, and is told to the member.');
      if ((values.days === undefined) === !values['for-ever'])
        throw new UsageError('suspend: either --days N or --for-ever.');
      const days = values.days === undefined ? null : numberOf('--days', values.days, mostDays);
      return { ...shared, command, named, reason, days };
    }
    case 'show':
    case 'resolve':
    case 'reopen':
    case 'remove-content':
    case 'restore':
      if (rest.length > 0)
        throw new UsageError(`${command}: one at a time, and words after --reason in quotes.`);
      return { ...shared, command, named, reason };
    default:
      throw new UsageError(`There is no command ${command}.`);
  }
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function numberOf(name: string, text: string, most: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new UsageError(`${name} is a whole number from 1 to ${most}.`);
  return number;
}
