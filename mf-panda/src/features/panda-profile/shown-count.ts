import { formatCount } from '@frens/contract/formats';
import type { Language } from '@frens/platform';

/** How many items there are; with a plus sign while older ones have not been fetched. */
export function shownCount(language: Language, count: number, hasMore: boolean): string {
  return `${formatCount(language, count)}${hasMore ? '+' : ''}`;
}
