import type { SelfUser } from '@frens/contract';

/** The member's name in the chrome; an incomplete account has only its email (D10). */
export function memberName({ name, username, email }: SelfUser): string {
  return name || username || email;
}
