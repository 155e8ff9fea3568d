import { userInfo } from 'node:os';
import path from 'node:path';
import type { Command, CommandOption, Given } from './command.ts';
import { bisectCommand } from './commands/bisect.command.ts';
import { explainCommand } from './commands/explain.command.ts';
import { freezeCommand } from './commands/freeze.command.ts';
import { historyCommand } from './commands/history.command.ts';
import { locateCommand } from './commands/locate.command.ts';
import { promoteCommand } from './commands/promote.command.ts';
import { pruneCommand } from './commands/prune.command.ts';
import { publishCommand } from './commands/publish.command.ts';
import { rollbackCommand } from './commands/rollback.command.ts';
import { statusCommand } from './commands/status.command.ts';
import { tokenCommand } from './commands/token.command.ts';
import { verifyCommand } from './commands/verify.command.ts';
import { versionsCommand } from './commands/versions.command.ts';
import { runAt } from './over-site/remote-client.ts';
import { commandsOfSites } from './over-site/run-remote-command.ts';
import { commonOptions, readWords, refuseCount, refuseUnknown, usage } from './parse-arguments.ts';
import { findProject, readDefinition } from './project.ts';
import { exitCodes, Refusal } from './refusal.ts';
import { defaultEnvironment, environmentName } from './store/history-entry.ts';
import { openStore } from './store/open-store.ts';
import { terminal } from './terminal.ts';

const commands: Record<string, Command> = {
  publish: publishCommand,
  promote: promoteCommand,
  rollback: rollbackCommand,
  status: statusCommand,
  history: historyCommand,
  versions: versionsCommand,
  freeze: freezeCommand,
  verify: verifyCommand,
  bisect: bisectCommand,
  prune: pruneCommand,
  explain: explainCommand,
  locate: locateCommand,
  token: tokenCommand,
};

/**
 * Runs the tool.
 *
 * @param words arguments of the command line
 * @returns the exit code (`exitCodes`)
 */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  const isJson = words.includes('--json');
  try {
    return await run(words);
  } catch (error) {
    if (error instanceof Refusal && error.instead && !isJson && terminal.isThere()) {
      const isMeant = await askWhether(error);
      return isMeant ? runCommandLine([...error.instead, ...(await placeIn(words))]) : exitCodes[error.kind];
    }
    if (!(error instanceof Refusal)) {
      console.error(isOfStore(error) ? `The store refused, or cannot be reached: ${String(error)}` : error);
      return exitCodes.failure;
    }
    const { kind, message, what, reasons, instead } = error;
    if (isJson) console.log(JSON.stringify({ refused: { kind, message: what, reasons, instead } }, null, 2));
    else console.error(message);
    return exitCodes[kind];
  }
}

/** Asks at the terminal for a confirmation of a refused command. */
async function askWhether({ message, instead }: Refusal): Promise<boolean> {
  console.error(message);
  return /^y(es)?$/i.test(await terminal.ask(`Run ${instead?.join(' ')}? [y/N] `));
}

/** The options for store, environment and author, as typed. */
async function placeIn([name = '', ...words]: readonly string[]): Promise<string[]> {
  const command = commands[name];
  const given = command && readWords(await readProgram(), name, command, words);
  return [
    ...['env', 'store', 'at', 'who', 'why', 'canary'].flatMap((option) => {
      const value = given?.text(option);
      return value === undefined ? [] : [`--${option}`, value];
    }),
    ...(given?.list('without') ?? []).flatMap((remote) => ['--without', remote]),
    ...(given?.has('force') ? ['--force'] : []),
  ];
}

/** Expected errors of the SDK and of Node (no answer, full disk, no permission): their stacks do not help. */
const isOfStore = (error: unknown): boolean =>
  error instanceof Error && ('$metadata' in error || 'syscall' in error || error.name === 'TimeoutError');

/** How people run the tool here. */
async function readProgram(): Promise<string> {
  const site = await readDefinition(findProject(process.cwd())).catch(() => null);
  return site?.command ?? 'npx frens-compose';
}

async function run([name = '--help', ...words]: readonly string[]): Promise<number> {
  const program = await readProgram();
  const [asked] = words;
  if (name === 'help' && asked !== undefined) return run([asked, '--help']);
  if (['--help', '-h', 'help'].includes(name)) {
    console.log(overview(program));
    return 0;
  }
  if (name.startsWith('-'))
    throw new Refusal('usage', `The command comes first, then its options. All commands: ${program} --help`);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Refusal('usage', `There is no command "${name}". All commands: ${program} --help`);
  const given = readWords(program, name, command, words);
  if (given.has('help')) {
    console.log(help(program, name, command));
    return 0;
  }
  refuseCount(program, name, command, given);
  const site = given.text('at');
  const answer =
    site === undefined
      ? await command.run(given, await surroundings(given))
      : await runAt(site, { name, words, given, project: findProject(process.cwd()), say });
  console.log(given.has('json') ? JSON.stringify(answer.json, null, 2) : answer.text);
  return answer.exitCode ?? 0;
}

const say = (line: string) => console.warn(line);

async function surroundings(given: Given) {
  const environment = given.text('env') ?? defaultEnvironment;
  if (!environmentName.test(environment))
    throw new Refusal(
      'usage',
      `"${environment}" is no name of an environment: use small letters, digits and hyphens.`,
    );
  const project = findProject(process.cwd());
  const isNew = given.has('new-env');
  const address =
    given.text('store') || process.env.SITE_STORE || (project && path.join(project.dir, 'dist'));
  if (!address)
    throw new Refusal('usage', 'Where is the store? Give it with --store, or run this in the repository.');
  const store = await openStore(address, await readDefinition(project));
  await refuseUnknown(store, environment, isNew);
  return {
    store,
    project,
    environment,
    storeAddress: given.text('store'),
    author: {
      // Pipelines may pass empty values.
      who: given.text('who') || process.env.COMPOSE_WHO || userInfo().username,
      why: given.text('why') || null,
    },
    say,
  };
}

function optionLines(options: Record<string, CommandOption>): string[] {
  return Object.entries(options).map(
    ([option, { value, help: text }]) => `  ${`--${option}${value ? ` ${value}` : ''}`.padEnd(22)} ${text}`,
  );
}

/** The common options that a command supports. */
function commonOptionsOf(name: string): Record<string, CommandOption> {
  const unheeded = [
    ...(name === 'publish' || commandsOfSites.includes(name) ? [] : ['at']),
    ...(['prune', 'locate', 'token'].includes(name) ? ['env'] : []),
    ...(['publish', 'promote', 'rollback', 'freeze', 'prune', 'verify'].includes(name) ? [] : ['who', 'why']),
    ...(name === 'verify' ? ['why'] : []),
    ...(['publish', 'promote'].includes(name) ? [] : ['new-env']),
  ];
  return Object.fromEntries(Object.entries(commonOptions).filter(([option]) => !unheeded.includes(option)));
}

function help(program: string, name: string, command: Command): string {
  const { summary, about, options = {} } = command;
  return [
    usage(program, name, command),
    '',
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    ...(about ? [about] : []),
    '',
    ...optionLines({ ...options, ...commonOptionsOf(name) }),
  ].join('\n');
}

function overview(program: string): string {
  return [
    `${program} COMMAND: publishes the remotes of the site and controls which versions are live.`,
    '',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`),
    '',
    'Common options; --help of a command lists those that it supports',
    ...optionLines(commonOptions),
    '',
    `Exit codes: 0 done, ${Object.entries(exitCodes)
      .map(([kind, code]) => `${code} ${kind}`)
      .join(', ')}.`,
  ].join('\n');
}
