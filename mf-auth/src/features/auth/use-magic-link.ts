import type { CallAnswer } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { ApiError, forgetSecret, readSecret, serverText, useForm, useTranslation } from '@frens/platform';
import { useEffect, useState } from 'react';
import type { OnEnding } from './account-deletion.ts';
import { useLinkCheck } from './link-check.queries.ts';
import { useSendLink, useVerifyLink } from './magic-link.queries.ts';
import { useCameSignedIn } from './use-initial-session.ts';
import { useSentTo } from './use-sent-to.ts';

/**
 * `asking`: the page was opened by a link that waits for a press, because scanners open links (`MAGIC_LINK_MODE=confirm`);
 * `switching`: it belongs to another account than the one that is signed in here, and its reader is asked; `spent`: it will never work
 * again; `failed`: it could not be tried, and can be again.
 */
type Step = 'entry' | 'sent' | 'asking' | 'verifying' | 'switching' | 'spent' | 'failed';

interface MagicLinkOptions {
  email: string;
  /** Where the page was asked to return to; kept with the link, so that it survives another device. */
  next: string | null;
  inviteCode: string | null;
  onVerified: (answer: CallAnswer<'POST /api/auth/verify'>) => void;
  onEnding: OnEnding;
}

export type MagicLink = ReturnType<typeof useMagicLink>;

/** Signing in by a link, from the address to the session (spec section 4, D9, D10). */
export function useMagicLink({ email, next, inviteCode, onVerified, onEnding }: MagicLinkOptions) {
  const { t } = useTranslation('mf-auth');
  const sent = useSentTo('sign-in');
  // An address that the landing page navigationState here is newer.
  const isSent = sent.to !== '' && (email === '' || email === sent.to);
  const [step, setStep] = useState<Step>(() => firstStep() ?? (isSent ? 'sent' : 'entry'));
  const [choosesOther, setChoosesOther] = useState(false);
  const [token, setToken] = useState(() => readSecret('token'));
  const send = useSendLink();
  const verify = useVerifyLink(onVerified, onEnding);
  const cameSignedIn = useCameSignedIn();
  const form = useForm({
    initial: { email: isSent ? sent.to : email },
    // As the specification says it: the full rule is the server's.
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
    // Before it is sent: whatever is rendered twice finds nothing to send.
    forgetSecret('token');
    setStep('verifying');
    run(switchAccount ? { token, switchAccount } : { token }, {
      onSuccess: (answer) => setStep(answer ? 'verifying' : 'switching'),
      onError: (error) => setStep(isSpent(error) ? 'spent' : 'failed'),
    });
  }

  /** Back to the beginning: the page is done with the link. */
  function leave() {
    forgetSecret('token');
    setToken(null);
    sent.forget();
    setStep('entry');
  }

  useEffect(() => {
    if (firstStep() === 'verifying') spend();
    // Once for the address that the page was opened with.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return {
    step: step === 'asking' ? first[check] : step,
    form,
    spend,
    /** Why it could not be tried, as a sentence. */
    reason: verify.error ? serverText(verify.error) : '',
    /** The page has a link to deal with before anything else, even for somebody who is signed in. */
    isArriving:
      isWaiting(step) || (step === 'spent' && cameSignedIn) || (step === 'verifying' && !verify.data),
    /** Nothing else is on the page: it was opened by a link, and what became of that is not settled. */
    isAlone: token !== null && step !== 'entry',
    isSending: form.isSending,
    isVerifying: verify.isPending,
    leave,
    /** The field waits for another address: its reader goes on typing. */
    choosesOther: choosesOther && step === 'entry',
    useOther() {
      setChoosesOther(true);
      form.set('email', '');
      leave();
    },
  };
}

/** What a link that waits for a press shows, by what is known of it. */
const first = {
  checking: 'verifying',
  usable: 'asking',
  done: 'spent',
  dead: 'spent',
} as const satisfies Record<ReturnType<typeof useLinkCheck>, Step>;

/** Steps at which the link is still good, and waits for its reader. */
function isWaiting(step: Step): boolean {
  return step === 'asking' || step === 'switching' || step === 'failed';
}

/** Expired, used, foreign and cut-off links look alike (D10). */
function isSpent(error: Error): boolean {
  return error instanceof ApiError && error.code === errorCodes.invalidToken;
}

/** What the page begins with that was opened by a link; null: it was not. */
function firstStep(): Step | null {
  if (readSecret('token') === null) return null;
  return readSecret('mode') === 'confirm' ? 'asking' : 'verifying';
}
