import { queryKeys, toast, useAction, useTranslation } from '@frens/platform';
import { useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { forgetPendingAnswers, readPendingAnswers, storePendingAnswers } from '../../pending-answers.ts';
import { isSignedOut, sendAnswers, staleAfterQuiz } from './quiz.queries.ts';
import { firstState, openLab, progressOf, type QuizEvent, type QuizState, quizFlow } from './quiz-flow.ts';
import { forgetProgress, readProgress, storeProgress } from './quiz-progress.ts';
import { newAttempt, type QuizResult, type Submission } from './submission.ts';
import { takeSubmittedResult } from './submitted-result.ts';
import { useLabHistory } from './use-lab-history.ts';

type Outcome = { status: 'saved'; message: string; result: QuizResult } | { status: 'kept'; stored: boolean };

/** Sends the answers, or stores them in this browser if nobody is signed in (D41). */
async function submit(submission: Submission): Promise<Outcome> {
  try {
    const { message, success: _success, ...result } = await sendAnswers(submission);
    return { status: 'saved', message, result };
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    return { status: 'kept', stored: storePendingAnswers(submission, Date.now()) };
  }
}

export interface Quiz {
  state: QuizState;
  /** Whether the lab changed since the page opened: it then takes the focus. */
  hasMoved: boolean;
  choose: (option: string) => void;
  /** Returns to the previous lab. */
  goBack: () => void;
  retry: () => void;
  /** Starts over from a visitor's result. */
  restart: () => void;
}

/** The quiz for the screen: the reducer with clock, storage and API. */
export function useQuiz(): Quiz {
  const [state, dispatch] = useReducer(quizFlow, firstState);
  const [hasMoved, setHasMoved] = useState(false);
  const { t } = useTranslation('mf-quiz');
  const tellComplete = (description: string) => toast({ title: t('toast.complete'), description });

  const sending = useAction({
    send: submit,
    meta: { failureTitle: t('toast.error'), failureText: 'message', isOnScreen: true },
    onSuccess(outcome) {
      forgetProgress();
      if (outcome.status === 'kept') {
        dispatch({ type: 'kept', stored: outcome.stored });
        tellComplete(t('toast.join'));
        return;
      }
      forgetPendingAnswers();
      dispatch({ type: 'saved', result: outcome.result });
      tellComplete(outcome.message);
    },
    outdates: (outcome) =>
      outcome.status === 'saved' ? staleAfterQuiz(outcome.result.pandaId) : [{ queryKey: queryKeys.session }], // It may have ended (D50).
    onError: () => dispatch({ type: 'failed' }),
  });

  // Before the first paint, so that a resumed quiz does not flash its first lab. Not during render, which must be pure.
  useLayoutEffect(() => {
    const at = Date.now();
    const arrived = takeSubmittedResult();
    const progress = readProgress(at);
    const submission = readPendingAnswers(at);
    if (arrived) dispatch({ type: 'arrived', ...arrived });
    else if (progress) dispatch({ type: 'resumed', at, progress });
    else if (submission) dispatch({ type: 'found', submission });
    else dispatch({ type: 'started', at, attempt: newAttempt() });
  }, []);

  useEffect(() => {
    const progress = progressOf(state);
    if (progress) storeProgress(progress, Date.now());
  }, [state]);

  function goTo(lab: number) {
    setHasMoved(true);
    dispatch({ type: 'wentTo', lab, at: Date.now() });
  }
  const history = useLabHistory(openLab(state), goTo);

  function send(event: QuizEvent) {
    const next = quizFlow(state, event);
    dispatch(event);
    if (next !== state && next.phase === 'submitting') sending.run(next.submission);
    return next;
  }

  return {
    state,
    hasMoved,
    choose(option) {
      setHasMoved(true);
      const next = send({ type: 'answered', option, at: Date.now() });
      if (next === state) return;
      if (next.phase === 'answering') history.add();
      else history.leaveLabs();
    },
    goBack: history.goBack,
    retry: () => send({ type: 'retried' }),
    restart() {
      setHasMoved(true);
      send({ type: 'restarted', at: Date.now(), attempt: newAttempt() });
    },
  };
}
