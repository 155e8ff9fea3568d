import { firstPageLimits } from '@frens/contract/first-page-limits';

/** Estimates how hard a password is to guess by its characters alone. Only the server knows whether it is common. */
export type PasswordStrength = 'short' | 'weak' | 'fair' | 'strong';

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u];

/** Length counts most, repetitions and sequences (`aaa`, `345`) count nothing, and each class of characters adds a little. */
export function strengthOf(password: string): PasswordStrength {
  const codes = [...password].map((character) => character.codePointAt(0) ?? 0);
  if (codes.length < firstPageLimits.password.min) return 'short';
  const distinct = codes.filter((code, index) => Math.abs(code - (codes[index - 1] ?? -2)) > 1).length;
  const score =
    Math.min(distinct, 2 * new Set(codes).size) + 2 * kinds.filter((kind) => kind.test(password)).length;
  if (score < 11) return 'weak';
  return score < 16 ? 'fair' : 'strong';
}
