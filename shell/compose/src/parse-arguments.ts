import { parseArgs } from 'node:util';
import type { Command, CommandOption, Given } from './command.ts';
import { formatCommand, program } from './format-command.ts';
import { Refusal } from './refusal.ts';
import { defaultEnvironment } from './store/history-entry.ts';
import type { SiteStore } from './store/site-store.ts';

/** The options of every command. */
export const commonOptions: Record<string, CommandOption> = {
  env: { value: 'NAME', help: `the environment; ${defaultEnvironment} unless told` },
  'new-env': { help: 'begins that environment, which is refused as a slip otherwise' },
  store: {
    value: 'STORE',
    help: 'a folder or s3://BUCKET/PREFIX; SITE_STORE unless told, or dist in the folder of the repository',
  },
  at: {
    value: 'SITE',
    help: 'asks a running site instead, as in https://site.example, with the rights of COMPOSE_TOKEN',
  },
  who: {
    value: 'NAME',
    help: 'who does it, for the history; COMPOSE_WHO unless told, or the account. With --at it is the token',
  },
  why: { value: 'TEXT', help: 'why, for the history' },
  json: { help: 'answers for programs, on the standard output alone' },
  help: { help: 'says this' },
};

/**
 * Parses the arguments of a command.
 *
 * @throws Refusal when they are invalid
 */
export function readWords(name: string, command: Command, words: readonly string[]): Given {
  const options = { ...command.options, ...commonOptions };
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).map(([option, { value, isList = false }]) => [
          option,
          {
            type: value ? ('string' as const) : ('boolean' as const),
            multiple: isList,
            ...(option === 'help' ? { short: 'h' } : {}),
          },
        ]),
      ),
    });
    const valueOf = (option: string): unknown => values[option];
    return {
      words: positionals,
      // True by the types of the options.
      text: (option) => valueOf(option) as string | undefined,
      list: (option) => (valueOf(option) as string[] | undefined) ?? [],
      has: (option) => valueOf(option) === true,
    };
  } catch (error) {
    throw new Refusal(
      'usage',
      `${(error as Error).message}\nWhat it takes: ${formatCommand(`${name} --help`)}`,
    );
  }
}

/** @throws Refusal when an environment has no history and `--new-env` is absent; the default one needs no flag */
export async function refuseUnknown(store: SiteStore, environment: string, isNew: boolean): Promise<void> {
  if (isNew || environment === defaultEnvironment) return;
  const known = await store.environments();
  if (known.includes(environment)) return;
  throw new Refusal(
    'unknown',
    `There is no environment "${environment}", only ${known.join(', ') || 'none yet'}: --new-env begins one.`,
  );
}

/** @throws Refusal when there are too few or too many arguments */
export function refuseCount(name: string, command: Command, { words }: Given): void {
  const [least, most] = command.count;
  if (words.length < least || words.length > most)
    throw new Refusal('usage', `Write it like this: ${usage(name, command)}`);
}

/** The usage line of a command. */
export const usage = (name: string, { words }: Command): string =>
  [program, name, words].filter(Boolean).join(' ');
