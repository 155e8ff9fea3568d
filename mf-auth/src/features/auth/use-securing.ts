import { useSession } from '@frens/platform';
import { useState } from 'react';
import { useTab } from './use-tab.ts';

/**
 * Whether a member asks for a new password where they are signed in: mails of what somebody did with an account lead there, and the browser
 * that did it may be the very one in which they are opened. Whoever signs in while the page is open goes on as ever.
 */
export function useSecuring(): boolean {
  const { status } = useSession();
  const { tab } = useTab();
  const [wasSignedOut, setWasSignedOut] = useState(false);
  if (status === 'signed-out' && !wasSignedOut) setWasSignedOut(true);
  return status === 'signed-in' && !wasSignedOut && tab === 'forgot';
}
