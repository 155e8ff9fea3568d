import type { CallAnswer } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { ApiError, forgetSecret, readSecret, serverText, useForm, useTranslation } from '@frens/platform';
import { useEffect, useState } from 'react';
import type { OnPendingDeletion } from './account-deletion.ts';
import { useLinkCheck } from './link-check.queries.ts';
import { useSendLink, useVerifyLink } from './magic-link.queries.ts';
import { useInitialSession } from './use-initial-session.ts';
import { useSentAddress } from './use-sent-address.ts';

/**
 * `asking`: awaits a press, because mail scanners open links (`MAGIC_LINK_MODE=confirm`); `switching`: belongs to another account than
 * the signed-in one, so the reader must confirm; `spent`: no longer works; `failed`: redeeming failed and can be retried.
 */
type Step = 'entry' | 'sent' | 'asking' | 'verifying' | 'switching' | 'spent' | 'failed';

interface MagicLinkOptions {
  /** Fills in the field at first. */
  email: string;
  /** Path to return to; stored with the link, so that it works on another device. */
  next: string | null;
  inviteCode: string | null;
  onVerified: (answer: CallAnswer<'POST /api/auth/verify'>) => void;
  onPendingDeletion: OnPendingDeletion;
}

export type MagicLink = ReturnType<typeof useMagicLink>;

/** Sign-in by mailed link, from the address to the session (spec section 4, D9, D10). */
export function useMagicLink({ email, next, inviteCode, onVerified, onPendingDeletion }: MagicLinkOptions) {
  const { t } = useTranslation('mf-auth');
  const sent = useSentAddress('sign-in');
  const [step, setStep] = useState<Step>(() => firstStep() ?? (sent.to === '' ? 'entry' : 'sent'));
  const [choosesOther, setChoosesOther] = useState(false);
  const [token, setToken] = useState(() => readSecret('token'));
  const send = useSendLink();
  const verify = useVerifyLink(onVerified, onPendingDeletion);
  const wasSignedInOnArrival = useInitialSession();
  const form = useForm({
    initial: { email: sent.to || email },
    // The check that the specification asks for; the server applies the full rule.
    check: ({ email: typed }) =>
      typed.includes('@') ? {} : { email: { key: 'mf-auth:magic.invalidText', values: {} } },
    body: ({ email: typed }) => ({
      email: typed.trim(),
      ...(next === null ? {} : { next }),
      ...(inviteCode === null ? {} : { inviteCode }),
    }),
    action: send,
    onSent() {
      sent.keep(form.values.email.trim());
      setStep('sent');
    },
    onRefused(error) {
      const text = { title: t('magic.invalid'), description: t('magic.invalidText') };
      if (!error) form.complain('email', text);
      return undefined;
    },
  });

  const check = useLinkCheck(step === 'asking' && token !== null ? { purpose: 'sign-in', token } : null);
  const { run } = verify;
  function spend(switchAccount?: true) {
    if (token === null) return;
    // Forget the token before sending: a second render must not send it again.
    forgetSecret('token');
    setStep('verifying');
    run(switchAccount ? { token, switchAccount } : { token }, {
      onSuccess: (answer) => setStep(answer ? 'verifying' : 'switching'),
      onError: (error) => setStep(isSpent(error) ? 'spent' : 'failed'),
    });
  }

  /** Discards the link and returns to the first step. */
  function leave() {
    forgetSecret('token');
    setToken(null);
    sent.forget();
    setStep('entry');
  }

  useEffect(() => {
    if (firstStep() === 'verifying') spend();
    // Runs once, for the URL that opened the page.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return {
    step: step === 'asking' ? first[check] : step,
    form,
    spend,
    /** Why redeeming failed, as a sentence. */
    reason: verify.error ? serverText(verify.error) : '',
    /** The link needs handling first, even if somebody is signed in. */
    isArriving:
      isWaiting(step) || (step === 'spent' && wasSignedInOnArrival) || (step === 'verifying' && !verify.data),
    /** The card stands alone until the outcome of the link is settled. */
    isAlone: token !== null && step !== 'entry',
    isSending: form.isSending,
    isVerifying: verify.isPending,
    leave,
    /** The field is empty for another address and takes the focus. */
    choosesOther: choosesOther && step === 'entry',
    useOther() {
      setChoosesOther(true);
      form.set('email', '');
      leave();
    },
  };
}

/** Initial step of a link that awaits a press, by the result of its check. */
const first = {
  checking: 'verifying',
  usable: 'asking',
  done: 'spent',
  dead: 'spent',
} as const satisfies Record<ReturnType<typeof useLinkCheck>, Step>;

/** Steps at which the link is still valid and awaits its reader. */
function isWaiting(step: Step): boolean {
  return step === 'asking' || step === 'switching' || step === 'failed';
}

/** Expired, used, foreign and truncated links are indistinguishable (D10). */
function isSpent(error: Error): boolean {
  return error instanceof ApiError && error.code === errorCodes.invalidToken;
}

/** The first step if a link opened the page; otherwise null. */
function firstStep(): Step | null {
  if (readSecret('token') === null) return null;
  return readSecret('mode') === 'confirm' ? 'asking' : 'verifying';
}
