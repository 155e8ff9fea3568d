import { useSession } from '@frens/platform';
import { useState } from 'react';

/**
 * Whether the session predates the page. A sign-in while the page is open, here or in another tab, redirects; a member who arrives
 * signed in first sees the page that they opened.
 */
export function useInitialSession(): boolean {
  const { status } = useSession();
  const [wasSignedOut, setWasSignedOut] = useState(false);
  if (status === 'signed-out' && !wasSignedOut) setWasSignedOut(true);
  return status === 'signed-in' && !wasSignedOut;
}
