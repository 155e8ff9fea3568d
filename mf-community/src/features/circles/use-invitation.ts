import { forgetSecret, readSecret, useSearchParams } from '@frens/platform';
import { useEffect, useState } from 'react';
import { forgetInvitation, readInvitation, storeInvitation } from '../../circles/invitation-storage.ts';

const parameter = 'invite';

/**
 * The code of the link that the page was opened with (`/groups?invite=CODE`, D30), or that this browser has kept since. The address loses it
 * at once: the shell takes it out of a page that is loaded, this out of one that is come to from within the site.
 *
 * @returns the code, and what forgets it
 */
export function useInvitation(): [code: string | null, forget: () => void] {
  const [params, setParams] = useSearchParams();
  const inAddress = params.get(parameter);
  const [code, setCode] = useState(() => inAddress ?? readSecret(parameter) ?? readInvitation(Date.now()));
  // Another link, opened while the page is here.
  if (inAddress !== null && inAddress !== code) setCode(inAddress);
  useEffect(() => {
    if (code === null) return;
    forgetSecret(parameter);
    storeInvitation(code, Date.now());
    if (inAddress === null) return;
    setParams(
      (before) => {
        before.delete(parameter);
        return before;
      },
      { replace: true },
    );
  }, [code, inAddress, setParams]);
  const forget = () => {
    forgetInvitation();
    setCode(null);
  };
  return [code, forget];
}
