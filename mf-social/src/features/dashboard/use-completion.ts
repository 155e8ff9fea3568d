import type { ParsedBody } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { limits } from '@frens/contract/limits';
import {
  ApiError,
  api,
  session,
  toast,
  useAction,
  useForm,
  useNavigate,
  useTranslation,
} from '@frens/platform';
import { useState } from 'react';
import { flushSync } from 'react-dom';

const empty = { username: '', name: '', age: '', gender: '', lookingFor: '' };

/** The form's values, as typed. */
export type CompletionFields = typeof empty;

/** Completes the account; null when the server has deleted it because the member is too young. */
async function complete(body: ParsedBody<'POST /api/account/complete'>) {
  try {
    return await api.call('POST /api/account/complete', { body });
  } catch (error) {
    if (error instanceof ApiError && error.code === errorCodes.underAge) return null;
    throw error;
  }
}

/** The form that completes the profile (D10), and the confirmation before an age that deletes the account. */
export function useCompletion() {
  const { t } = useTranslation('mf-social');
  const navigate = useNavigate();
  const youth = useYouthQuestion();
  const action = useAction({
    send: complete,
    meta: { failureTitle: t('dashboard.complete.failed') },
    onSuccess(user) {
      if (!user) {
        navigate('/auth', { replace: true, state: { underAge: true } });
        session.ended();
        return;
      }
      toast({ title: t('dashboard.complete.done'), description: t('dashboard.complete.doneText') });
      session.signedIn(user);
    },
  });
  const runAsync: typeof action.runAsync = async (body, callbacks) => {
    const isMistyped = body.age < limits.age.min && !(await youth.ask(body.age));
    if (isMistyped) throw new Error('Nothing is sent: the age was a slip of the finger.');
    return action.runAsync(body, callbacks);
  };
  const form = useForm({
    initial: empty,
    rules: () => import('@frens/contract/members').then(({ CompleteProfileBody }) => CompleteProfileBody),
    action: { isPending: action.isPending, runAsync },
    draft: 'complete-profile',
  });
  return { form, youth };
}

/** Asks the member to confirm an age, and waits for the answer. */
function useYouthQuestion() {
  const [question, setQuestion] = useState<{ age: number; settle: (isTrue: boolean) => void } | null>(null);
  return {
    /** The age to confirm, or null. */
    ageToConfirm: question?.age ?? null,
    ask: (age: number) => new Promise<boolean>((settle) => setQuestion({ age, settle })),
    answer(isTrue: boolean) {
      // Unmount the dialog first: it restores the focus on closing, and only then can the focus move elsewhere.
      flushSync(() => setQuestion(null));
      question?.settle(isTrue);
    },
  };
}
