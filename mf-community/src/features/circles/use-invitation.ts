import { forgetSecret, readSecret, useSearchParams } from '@frens/platform';
import { useEffect, useState } from 'react';
import { forgetInvitation, readInvitation, storeInvitation } from '../../circles/invitation-storage.ts';

const parameter = 'invite';

/**
 * The invitation code from the URL (`/groups?invite=CODE`, D30), or the one stored in this browser. The code leaves the URL at once: the
 * shell removes it on a page load, this hook on a navigation within the site.
 *
 * @returns the code, and a function that forgets it
 */
export function useInvitation(): [code: string | null, forget: () => void] {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get(parameter);
  const [code, setCode] = useState(() => inAddress ?? readSecret(parameter) ?? readInvitation(Date.now()));
  // Another link was opened on this page.
  if (inAddress !== null && inAddress !== code) setCode(inAddress);
  useEffect(() => {
    // Only what a link has just brought: another tab may have used or dismissed the stored one, whose day runs from then.
    const brought = inAddress ?? readSecret(parameter);
    if (brought === null) return;
    forgetSecret(parameter);
    storeInvitation(brought, Date.now());
    if (inAddress === null) return;
    setParams(
      (before) => {
        before.delete(parameter);
        return before;
      },
      { replace: true },
    );
  }, [inAddress, setParams]);
  const forget = () => {
    forgetInvitation();
    setCode(null);
  };
  return [code, forget];
}
