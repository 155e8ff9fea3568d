import type { Answer, Command, Given } from '../command.ts';
import { explainCommand } from '../commands/explain.command.ts';
import { freezeCommand } from '../commands/freeze.command.ts';
import { historyCommand } from '../commands/history.command.ts';
import { promoteCommand, promotedRemotes } from '../commands/promote.command.ts';
import { rollbackCommand } from '../commands/rollback.command.ts';
import { statusCommand } from '../commands/status.command.ts';
import { versionsCommand } from '../commands/versions.command.ts';
import { readWords, refuseCount, refuseUnknown } from '../parse-arguments.ts';
import { type CountedVersion, siteHealthOf } from '../read-health.ts';
import { Refusal } from '../refusal.ts';
import { logAuditEntry } from '../rights/audit.ts';
import { type Rights, refusePromoting, type Token } from '../rights/tokens.ts';
import { defaultEnvironment, environmentName } from '../store/history-entry.ts';
import type { SiteStore } from '../store/site-store.ts';

/** Commands that any token may run. */
const reading: Record<string, Command> = {
  status: statusCommand,
  history: historyCommand,
  explain: explainCommand,
  versions: versionsCommand,
};

/** A command that changes what is live, and the right to it. Everything else needs the store. */
interface Changing {
  command: Command;
  /** @throws Refusal where the token has no right to what is asked for */
  refuse: (token: Token, given: Given) => void;
}

function refuseUnless(right: 'mayRollback' | 'mayFreeze', name: string) {
  return (token: Token) => {
    if (!token[right]) throw new Refusal('forbidden', `The token ${token.name} may not ${name}.`);
  };
}
const changing: Record<string, Changing> = {
  promote: {
    command: promoteCommand,
    refuse: (token, given) => refusePromoting(token, promotedRemotes(given)),
  },
  rollback: {
    command: rollbackCommand,
    // Rolling back one's own remote needs the right to promote it; rolling back others' changes needs a right of its own.
    refuse(token, given) {
      if (token.mayRollback) return;
      if (given.words.length > 0) refusePromoting(token, promotedRemotes(given));
      else
        throw new Refusal(
          'forbidden',
          `The token ${token.name} may only roll back its own remotes: rollback REMOTE`,
        );
    },
  },
  freeze: { command: freezeCommand, refuse: refuseUnless('mayFreeze', 'freeze') },
};
/** Options that would name another store or person than the server's and the token's. */
const refusedOptions = ['store', 'who', 'site', 'at', 'help'];

/** Commands that a site runs remotely. */
export const commandsOfSites: readonly string[] = [...Object.keys(reading), ...Object.keys(changing)];

/** A site's answer to a command, with the rights of the token. Older sites leave these out. */
export interface AnswerOfSite extends Answer {
  token?: Rights;
}

/**
 * Runs a command for the holder of a token. Whatever would change something is kept in the audit log, done or refused.
 *
 * @param words of the command line, the name of the command first
 * @param counted the reports of versions by pages of this site
 * @throws Refusal as the command does, or when the token has no right to it
 */
export async function runWords(
  store: SiteStore,
  token: Token,
  words: readonly string[],
  counted: () => Promise<readonly CountedVersion[]>,
): Promise<AnswerOfSite> {
  const [name = '', ...rest] = words;
  const isChanging = Object.hasOwn(changing, name);
  const note = async (outcome: string) => {
    if (isChanging) await logAuditEntry(store, { who: token.name, what: words.join(' '), outcome });
  };
  let answer: Answer;
  try {
    answer = await run(store, token, name, rest, counted);
  } catch (error) {
    await note(error instanceof Refusal ? error.kind : 'failure');
    throw error;
  }
  await note('done');
  const { hash: _hash, at: _at, ...rights } = token;
  return { ...answer, token: rights };
}

async function run(
  store: SiteStore,
  token: Token,
  name: string,
  words: readonly string[],
  counted: () => Promise<readonly CountedVersion[]>,
): Promise<Answer> {
  const change = Object.hasOwn(changing, name) ? changing[name] : undefined;
  const command = change?.command ?? (Object.hasOwn(reading, name) ? reading[name] : undefined);
  if (!command)
    throw new Refusal('usage', `A site runs no "${name}": only ${commandsOfSites.join(', ')} and publish.`);
  const program = store.site.command;
  const given = readWords(program, name, command, words);
  refuseCount(program, name, command, given);
  const refused = refusedOptions.filter((option) => given.has(option) || given.text(option) !== undefined);
  if (refused.length > 0)
    throw new Refusal('usage', `A site takes no ${refused.map((option) => `--${option}`).join(', ')}.`);
  change?.refuse(token, given);
  const environment = given.text('env') ?? defaultEnvironment;
  if (!environmentName.test(environment))
    throw new Refusal('usage', `"${environment}" is no name of an environment.`);
  const isNew = given.has('new-env');
  if (isNew && !token.mayBegin)
    throw new Refusal('forbidden', `The token ${token.name} begins no environments.`);
  await refuseUnknown(store, environment, isNew);
  const author = { who: token.name, why: given.text('why') || null };
  const said: string[] = [];
  const answer = await command.run(given, {
    store,
    project: null,
    environment,
    author,
    // As the caller would write it, if no server has registered its address.
    site: (await store.origins(environment)).site ?? 'SITE',
    health: async () => siteHealthOf(await counted()),
    say: (line) => said.push(line),
  });
  return { ...answer, text: [...said, answer.text].join('\n') };
}
