import { parseArgs } from 'node:util';
import type { Command, CommandOption, Given } from './command.ts';
import { Refusal } from './refusal.ts';
import { defaultEnvironment } from './store/history-entry.ts';
import type { SiteStore } from './store/site-store.ts';

/** The options of every command. */
export const commonOptions: Record<string, CommandOption> = {
  env: { value: 'NAME', help: `the environment; default: ${defaultEnvironment}` },
  'new-env': { help: 'creates the environment; without it, an unknown name is refused' },
  store: {
    value: 'STORE',
    help: 'a folder or s3://BUCKET/PREFIX; default: SITE_STORE, or dist in the repository',
  },
  at: {
    value: 'SITE',
    help: 'runs the command on a site, as in https://site.example, with the rights of COMPOSE_TOKEN',
  },
  who: {
    value: 'NAME',
    help: 'the author, for the history; default: COMPOSE_WHO, or the account. With --at it is the token',
  },
  why: { value: 'TEXT', help: 'the reason, for the history' },
  json: { help: 'prints JSON on standard output' },
  help: { help: 'shows this help' },
};

/**
 * Parses the arguments of a command.
 *
 * @param program how people run the tool here (`SiteDefinition.command`)
 * @throws Refusal when they are invalid
 */
export function readWords(program: string, name: string, command: Command, words: readonly string[]): Given {
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
    throw new Refusal('usage', `${(error as Error).message}\nWhat it takes: ${program} ${name} --help`);
  }
}

/** @throws Refusal when an environment has no history and `--new-env` is absent; the default one needs no flag */
export async function refuseUnknown(store: SiteStore, environment: string, isNew: boolean): Promise<void> {
  if (isNew || environment === defaultEnvironment) return;
  const known = await store.environments();
  if (known.includes(environment)) return;
  throw new Refusal(
    'unknown',
    `There is no environment "${environment}", only ${known.join(', ') || 'none yet'}: --new-env creates one.`,
  );
}

/** @throws Refusal when there are too few or too many arguments */
export function refuseCount(program: string, name: string, command: Command, { words }: Given): void {
  const [least, most] = command.count;
  if (words.length < least || words.length > most)
    throw new Refusal('usage', `Write it like this: ${usage(program, name, command)}`);
}

/** The usage line of a command. */
export const usage = (program: string, name: string, { words }: Command): string =>
  [program, name, words].filter(Boolean).join(' ');
