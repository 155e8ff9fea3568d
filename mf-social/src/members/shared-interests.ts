import { foldText } from '@frens/platform';

/** Of somebody's interests those that the member has, too: the same without case and accents (D65). */
export function sharedInterests(interests: readonly string[], own: readonly string[]): string[] {
  const folded = new Set(own.map(foldText));
  return interests.filter((interest) => folded.has(foldText(interest)));
}
