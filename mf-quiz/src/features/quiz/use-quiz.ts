import { queryKeys, toast, useAction, useTranslation } from '@frens/platform';
import { useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { forgetKeptAnswers, readKeptAnswers, storeAnswers } from '../../pending-answers.ts';
import { changedByQuiz, isSignedOut, sendAnswers } from './quiz.queries.ts';
import { firstState, openLab, progressOf, type QuizEvent, type QuizState, quizFlow } from './quiz-flow.ts';
import { forgetProgress, readProgress, storeProgress } from './quiz-progress.ts';
import { newAttempt, type QuizResult, type Submission } from './submission.ts';
import { takeSubmittedResult } from './submitted-result.ts';
import { useLabHistory } from './use-lab-history.ts';

type Outcome = { status: 'saved'; message: string; result: QuizResult } | { status: 'kept'; stored: boolean };

/** Stores the answers with the server, or in this browser when nobody is signed in (D41). */
async function submit(submission: Submission): Promise<Outcome> {
  try {
    const { message, success: _success, ...result } = await sendAnswers(submission);
    return { status: 'saved', message, result };
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    return { status: 'kept', stored: storeAnswers(submission, Date.now()) };
  }
}

export interface Quiz {
  state: QuizState;
  /** Whether one went from lab to lab since the page was opened: the lab then takes the focus. */
  moved: boolean;
  choose: (option: string) => void;
  /** Leads back to the lab before. */
  goBack: () => void;
  retry: () => void;
  /** Begins anew at the end of a visitor's quiz. */
  restart: () => void;
}

/** The quiz as the screen uses it: the flow with the clock, the storage and the server attached. */
export function useQuiz(): Quiz {
  const [state, dispatch] = useReducer(quizFlow, firstState);
  const [moved, setMoved] = useState(false);
  const { t } = useTranslation('mf-quiz');
  const tellComplete = (description: string) => toast({ title: t('toast.complete'), description });

  const sending = useAction({
    send: submit,
    meta: { failureTitle: t('toast.error'), failureText: 'message' },
    onSuccess(outcome) {
      forgetProgress();
      if (outcome.status === 'kept') {
        dispatch({ type: 'kept', stored: outcome.stored });
        tellComplete(t('toast.join'));
        return;
      }
      forgetKeptAnswers();
      dispatch({ type: 'saved', result: outcome.result });
      tellComplete(outcome.message);
    },
    outdates: (outcome) =>
      outcome.status === 'saved' ? changedByQuiz(outcome.result.pandaId) : [{ queryKey: queryKeys.session }], // The page may still believe in a session that has ended (D50).
    onError: () => dispatch({ type: 'failed' }),
  });

  // Before the first paint, so that a resumed quiz does not flash its first lab; never while rendering, which has no clock.
  useLayoutEffect(() => {
    const at = Date.now();
    const arrived = takeSubmittedResult();
    const progress = readProgress(at);
    const submission = readKeptAnswers(at);
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
    setMoved(true);
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
    moved,
    choose(option) {
      setMoved(true);
      const next = send({ type: 'answered', option, at: Date.now() });
      if (next === state) return;
      if (next.phase === 'answering') history.add();
      else history.leaveLabs();
    },
    goBack: history.goBack,
    retry: () => send({ type: 'retried' }),
    restart() {
      setMoved(true);
      send({ type: 'restarted', at: Date.now(), attempt: newAttempt() });
    },
  };
}
