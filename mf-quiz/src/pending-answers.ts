import { keptQuizKey } from '@frens/contract/kept-quiz';
import { errorText, i18n, onSignOut, readAgain, toast } from '@frens/platform';
import { keptPlace } from './expiring-storage.ts';
import { changedByQuiz, isRefused, isSignedOut, sendAnswers } from './features/quiz/quiz.queries.ts';
import { parseSubmission, type Submission } from './features/quiz/submission.ts';
import { storeSubmittedResult, takeSubmittedResult } from './features/quiz/submitted-result.ts';

const place = keptPlace(keptQuizKey);

/**
 * Keeps a visitor's answers in this browser until the next sign-in.
 *
 * @returns whether the browser took them
 */
export function storeAnswers(submission: Submission, now: number): boolean {
  return place.keep({ submission }, now);
}

/** The answers that wait; those older than D41 allows are forgotten on the way. */
export function readKeptAnswers(now: number): Submission | null {
  return parseSubmission(place.read(now)?.submission);
}

/** Forgets the answers that wait. */
export function forgetKeptAnswers(): void {
  place.forget();
}

/**
 * What is left to do once somebody has signed in: their answers are stored and become their Panda (D41).
 * Who has a Panda already is led to how it has changed (D42). A failure is told and the answers stay for the next sign-in, unless the server says that it will never take them.
 */
export async function submitKeptAnswers(): Promise<void> {
  // The same function is registered once, however often it is given.
  onSignOut(takeSubmittedResult);
  const submission = readKeptAnswers(Date.now());
  if (!submission) return;
  try {
    const { success: _success, message, ...result } = await sendAnswers(submission);
    forgetKeptAnswers();
    if (result.before) storeSubmittedResult({ submission, result });
    toast({
      title: i18n.t('mf-quiz:toast.complete'),
      description: message,
      link: result.before ? { label: i18n.t('mf-quiz:toast.changed'), to: '/vibe-quiz' } : undefined,
    });
    readAgain(changedByQuiz(result.pandaId));
  } catch (error) {
    if (isSignedOut(error)) return; // Signed out again before it arrived: the next sign-in tries once more.
    if (isRefused(error)) forgetKeptAnswers();
    toast({ title: i18n.t('mf-quiz:toast.error'), description: errorText(error), tone: 'danger', error });
  }
}
