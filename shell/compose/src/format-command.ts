import type { Surroundings } from './command.ts';
import { defaultEnvironment } from './store/history-entry.ts';

/** How the tool is run in a checkout (docs/decisions/0277). */
export const program = 'npm run compose --';

/** Where an advised command is to act. */
export type Place = Partial<Pick<Surroundings, 'environment' | 'site' | 'storeAddress'>>;

/**
 * Writes a command to paste, which acts where the advice was asked for, and nowhere else.
 *
 * @param words of the command, behind the program
 */
export const formatCommand = (
  words: string,
  { environment = defaultEnvironment, site, storeAddress }: Place = {},
): string =>
  [
    `${program} ${words}`,
    environment === defaultEnvironment ? '' : ` --env ${environment}`,
    storeAddress ? ` --store ${storeAddress}` : '',
    site ? ` --at ${site}` : '',
  ].join('');
