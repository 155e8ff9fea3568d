import type { SelfUser } from '@frens/contract';

/** How the chrome calls the member: an account that is not complete has only its e-mail (D10). */
export function memberName({ name, username, email }: SelfUser): string {
  return name || username || email;
}
