import { limits } from '@frens/contract/limits';
import { hour, second } from '../../clock.ts';
import { invalidField, tooMany } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import type { CallServices, Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';

/** The public names in a change of profile. The address is not public, and changes by links in mails. */
type Names = Partial<Record<'username' | 'name', string>>;

/** Maximum number of forms of a name to hash; each hash takes some milliseconds. */
const mostForms = 8;

/**
 * Refuses a public name that equals the member's password (docs/decisions/0096). A rate limit per hour stops an attacker at the member's
 * browser from guessing passwords by choosing names. Comparisons do not count as sign-in attempts (D8), so that correcting a name does not
 * delay a sign-in. Call this before a transaction: hashing is slow, and would hold it open.
 *
 * @throws 400 on the field that equals the password, 429 past the limit
 */
export async function refuseOwnPassword(
  services: CallServices,
  { _id, passwordHash, ...user }: User,
  names: Names,
): Promise<void> {
  if (passwordHash === null) return;
  const current: Names = { username: user.username ?? '', name: user.name };
  for (const field of ['username', 'name'] as const) {
    const chosen = names[field];
    if (chosen === undefined || chosen === current[field]) continue;
    const forms = passwordForms(chosen);
    if (forms.length === 0) continue;
    const { passed, resetMs } = await services.limiter.count({
      name: 'names compared with the password',
      who: String(_id),
      points: serverLimits.namesComparedPerHour,
      seconds: hour / second,
    });
    if (!passed) throw tooMany(resetMs / second);
    if (await matchesAny(services, passwordHash, forms)) throw invalidField(field, 'validation.password.own');
  }
}

/** The forms in which a name may be a password: whole and by word, as written and in lower case. */
function passwordForms(name: string): string[] {
  const parts = [name, ...name.split(/\s+/)];
  const forms = new Set(parts.flatMap((part) => [part, part.toLowerCase()]));
  return [...forms].filter((form) => form.length >= limits.password.min).slice(0, mostForms);
}

async function matchesAny({ passwords }: Services, hash: string, forms: string[]): Promise<boolean> {
  for (const form of forms) if (await passwords.verify(hash, form)) return true;
  return false;
}
