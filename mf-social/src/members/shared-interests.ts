import { foldText } from '@frens/platform';

/** Interests that both members have, compared without case and accents (D65). */
export function sharedInterests(interests: readonly string[], own: readonly string[]): string[] {
  const folded = new Set(own.map(foldText));
  return interests.filter((interest) => folded.has(foldText(interest)));
}
