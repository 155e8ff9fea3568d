import type { Surroundings } from './command.ts';
import { defaultEnvironment } from './store/history-entry.ts';
import type { SiteStore } from './store/site-store.ts';

/** Where a suggested command acts. */
export interface Place extends Partial<Pick<Surroundings, 'environment' | 'site' | 'storeAddress'>> {
  store: Pick<SiteStore, 'site'>;
}

/**
 * Formats a command to paste that acts on the same store or site as the current one.
 *
 * @param words name and arguments of the command
 */
export const formatCommand = (
  words: string,
  { store, environment = defaultEnvironment, site, storeAddress }: Place,
): string =>
  [
    `${store.site.command} ${words}`,
    environment === defaultEnvironment ? '' : ` --env ${environment}`,
    storeAddress ? ` --store ${storeAddress}` : '',
    site ? ` --at ${site}` : '',
  ].join('');
