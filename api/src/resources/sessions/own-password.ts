import { limits } from '@frens/contract/limits';
import { invalidField } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import type { User } from '../members/user.model.ts';
import { tryPassword } from './password-tries.ts';

/** What a member wants to be called, by the field that says so. Their address is nobody else's to see, and changes by links in mails. */
type Names = Partial<Record<'username' | 'name', string>>;

/** Of one name: it is hashed as often, each time some milliseconds. */
const mostForms = 8;

/**
 * Refuses a name that is the member's password: everybody sees it (docs/decisions/0146). Each spelling that is compared
 * counts as a try to sign in (D8): otherwise whoever sits at a member's browser could try passwords by choosing names. To be asked before a
 * transaction: hashing is slow and would hold it open.
 */
export async function refuseOwnPassword(
  services: Services,
  ctx: ApiContext,
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
    const check = () => isOneOf(services, passwordHash, forms);
    if (await tryPassword(services, String(_id), ctx.state.network, check, forms.length))
      throw invalidField(field, 'validation.password.own');
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
