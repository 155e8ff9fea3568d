import { limits } from '@frens/contract/limits';
import { hour, second } from '../../clock.ts';
import { invalidField, tooMany } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import type { CallServices, Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';

/** What a member wants to be called, by the field that says so. Their address is nobody else's to see, and changes by links in mails. */
type Names = Partial<Record<'username' | 'name', string>>;

/** Of one name: it is hashed as often, each time some milliseconds. */
const mostForms = 8;

/**
 * Refuses a name that is the member's password: everybody sees it (docs/decisions/0096). So many names are compared in an hour: otherwise
 * whoever sits at a member's browser could try passwords by choosing names. They are no tries to sign in (D8), which somebody who corrects
 * a name goes on to make. To be asked before a transaction: hashing is slow and would hold it open.
 */
export async function refuseOwnPassword(
  services: CallServices,
  { _id, passwordHash, ...user }: User,
  names: Names,
): Promise<void> {
  if (passwordHash === null) return;
  const known: Names = { username: user.username ?? '', name: user.name };
  for (const field of ['username', 'name'] as const) {
    const chosen = names[field];
    if (chosen === undefined || chosen === known[field]) continue;
    const forms = formsOf(chosen);
    if (forms.length === 0) continue;
    const { passed, resetMs } = await services.limiter.count({
      name: 'names compared with the password',
      who: String(_id),
      points: serverLimits.namesComparedPerHour,
      seconds: hour / second,
    });
    if (!passed) throw tooMany(resetMs / second);
    if (await isOneOf(services, passwordHash, forms)) throw invalidField(field, 'validation.password.own');
  }
}

/** A name as passwords are made of it: whole and each word; as it is and in small letters. */
function formsOf(name: string): string[] {
  const parts = [name, ...name.split(/\s+/)];
  const forms = new Set(parts.flatMap((part) => [part, part.toLowerCase()]));
  return [...forms].filter((form) => form.length >= limits.password.min).slice(0, mostForms);
}

async function isOneOf({ passwords }: Services, hash: string, forms: string[]): Promise<boolean> {
  for (const form of forms) if (await passwords.verify(hash, form)) return true;
  return false;
}
