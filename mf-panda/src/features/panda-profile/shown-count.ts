import { formatCount } from '@frens/contract/formats';
import type { Language } from '@frens/platform';

/** The number of loaded items, with a plus sign while more exist. */
export function shownCount(language: Language, count: number, hasMore: boolean): string {
  return `${formatCount(language, count)}${hasMore ? '+' : ''}`;
}
