import { useSession } from '@frens/platform';

/** Username or address of the signed-in member; empty if signed out. */
export function useMyName(): string {
  const { user } = useSession();
  if (!user) return '';
  return user.username === null ? user.email : `@${user.username}`;
}
