import type { Surroundings } from './command.ts';
import { defaultEnvironment } from './store/history-entry.ts';

/** The options that let an advised command do something where it was asked for, and nowhere else. */
export const placeOptions = ({ environment, site }: Pick<Surroundings, 'environment' | 'site'>): string =>
  [environment === defaultEnvironment ? '' : ` --env ${environment}`, site ? ` --at ${site}` : ''].join('');
