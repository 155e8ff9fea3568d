import { session, useAction, useNavigate, useSession, useTranslation } from '@frens/platform';
import { useSuspension } from '@frens/platform/internal';
import { useEffect, useRef } from 'react';

/** Ends the session and navigates home; when the call fails, a toast says so and the member stays signed in. */
export function useLogout(): () => void {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { status } = useSession();
  const isSuspended = useSuspension() !== null;
  const isLeaving = useRef(false);
  const { run } = useAction({
    send: () => session.signOut(),
    meta: { failureTitle: t('session.logoutFailed'), failureText: 'message' },
    onMutate: () => {
      isLeaving.current = true;
    },
    onError: () => {
      isLeaving.current = false;
    },
  });

  // In an effect rather than after the call: the page must know that the session ended before navigation.
  useEffect(() => {
    if (status !== 'signed-out' || isSuspended || !isLeaving.current) return;
    isLeaving.current = false;
    navigate('/', { replace: true });
  }, [status, isSuspended, navigate]);

  return run;
}
