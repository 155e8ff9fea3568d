import { keptQuizKey } from '@frens/contract/kept-quiz';
import { errorText, i18n, onSignOut, readAgain, toast } from '@frens/platform';
import { expiringStorage } from './expiring-storage.ts';
import { isRefused, isSignedOut, sendAnswers, staleAfterQuiz } from './features/quiz/quiz.queries.ts';
import { parseSubmission, type Submission } from './features/quiz/submission.ts';
import { storeSubmittedResult, takeSubmittedResult } from './features/quiz/submitted-result.ts';

const place = expiringStorage(keptQuizKey);

/**
 * Stores a visitor's answers in this browser until the next sign-in.
 *
 * @returns whether the browser stored them
 */
export function storePendingAnswers(submission: Submission, now: number): boolean {
  return place.write({ submission }, now);
}

/** The stored answers, or null. Removes expired ones (D41). */
export function readPendingAnswers(now: number): Submission | null {
  return parseSubmission(place.read(now)?.submission);
}

/** Removes the stored answers. */
export function forgetPendingAnswers(): void {
  place.forget();
}

/**
 * Runs after each sign-in: sends stored answers, which create the member's Panda (D41). A member who already has a Panda gets a link
 * to its changes (D42). After a failure the answers stay for the next sign-in, unless the server rejects them permanently.
 */
export async function submitPendingAnswers(): Promise<void> {
  // Registering the same function again has no effect.
  onSignOut(takeSubmittedResult);
  const submission = readPendingAnswers(Date.now());
  if (!submission) return;
  try {
    const { success: _success, message, ...result } = await sendAnswers(submission);
    forgetPendingAnswers();
    if (result.before) storeSubmittedResult({ submission, result });
    toast({
      title: i18n.t('mf-quiz:toast.complete'),
      description: message,
      link: result.before ? { label: i18n.t('mf-quiz:toast.changed'), to: '/vibe-quiz' } : undefined,
    });
    readAgain(staleAfterQuiz(result.pandaId));
  } catch (error) {
    if (isSignedOut(error)) return; // Signed out meanwhile: the next sign-in retries.
    if (isRefused(error)) forgetPendingAnswers();
    toast({ title: i18n.t('mf-quiz:toast.error'), description: errorText(error), tone: 'danger', error });
  }
}
