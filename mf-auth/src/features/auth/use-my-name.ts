import { useSession } from '@frens/platform';

/** Who is signed in here, as they know themselves; empty when nobody is. */
export function useMyName(): string {
  const { user } = useSession();
  if (!user) return '';
  return user.username === null ? user.email : `@${user.username}`;
}
