import { errorCodes } from '@frens/contract/errors';
import { ApiError, forgetSecret, readSecret, useForm } from '@frens/platform';
import { useEffect, useState } from 'react';
import type { OnPendingDeletion } from './account-deletion.ts';
import { useLinkCheck } from './link-check.queries.ts';
import { useResetPassword, useSendReset } from './reset.queries.ts';
import type { SentAddress } from './use-sent-address.ts';

/** Requests a password reset link (D13). */
export function useForgot(email: string, sent: SentAddress) {
  const [choosesOther, setChoosesOther] = useState(false);
  const form = useForm({
    initial: { email: sent.to || email },
    rules: () => import('@frens/contract/auth').then(({ ForgotPasswordBody }) => ForgotPasswordBody),
    action: useSendReset(),
    onSent: () => sent.keep(form.values.email.trim()),
  });
  return {
    step: sent.to === '' ? ('entry' as const) : ('sent' as const),
    form,
    choosesOther,
    useOther() {
      setChoosesOther(true);
      form.set('email', '');
      sent.forget();
    },
  };
}

export type Reset = ReturnType<typeof useReset>;

/** Sets a new password on a page opened by a reset link. */
export function useReset(onPendingDeletion: OnPendingDeletion) {
  const [token, setToken] = useState(() => readSecret('reset'));
  const [isSpent, setSpent] = useState(false);
  const check = useLinkCheck(token === null ? null : { purpose: 'reset', token });
  const form = useForm({
    initial: { password: '' },
    rules: () => import('@frens/contract/auth').then(({ ResetPasswordBody }) => ResetPasswordBody),
    body: ({ password }) => ({ token, password }),
    action: useResetPassword(onPendingDeletion, leave),
    onRefused(error) {
      setSpent(error instanceof ApiError && error.code === errorCodes.invalidToken);
      return undefined;
    },
  });
  function leave() {
    forgetSecret('reset');
    setToken(null);
  }
  const first = { checking: 'working', usable: 'choosing', done: 'spent', dead: 'spent' } as const;
  const step = isSpent ? 'spent' : first[check];
  // Shown once: after a reload the page renders without the link.
  useEffect(() => {
    if (step === 'spent') forgetSecret('reset');
  }, [step]);
  return {
    step,
    form,
    /** The link that opened the page still needs handling. */
    isArriving: token !== null,
    leave,
  };
}
