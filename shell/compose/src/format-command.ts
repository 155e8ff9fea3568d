import type { Surroundings } from './command.ts';
import { defaultEnvironment } from './store/history-entry.ts';

/** How to run the tool in a checkout (docs/decisions/0271). */
export const program = 'npm run compose --';

/** Where a suggested command acts. */
export type Place = Partial<Pick<Surroundings, 'environment' | 'site' | 'storeAddress'>>;

/**
 * Formats a command to paste that acts on the same store or site as the current one.
 *
 * @param words name and arguments of the command
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
