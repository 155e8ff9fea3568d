import { useSession } from '@frens/platform';
import { useState } from 'react';

/**
 * Whether somebody is signed in here since before the page was opened. Who signs in while it is open, here or in another tab, is led on; who
 * came signed in reads first what brought them.
 */
export function useCameSignedIn(): boolean {
  const { status } = useSession();
  const [wasSignedOut, setWasSignedOut] = useState(false);
  if (status === 'signed-out' && !wasSignedOut) setWasSignedOut(true);
  return status === 'signed-in' && !wasSignedOut;
}
