import type { SelfUser } from '@frens/contract';

/** How the chrome calls the member: an account that is not complete has only its e-mail (D10). */
export function memberName({ name, username, email }: SelfUser): string {
  return name || username || email;
}

/** The member's picture, else their Panda's, else nothing: initials then stand in. */
export function memberPicture({ profileImage, pandaId }: SelfUser): string | null {
  return profileImage || (pandaId && `/media/pandas/${pandaId}.svg`);
}
