import type { QuizResult, Submission } from './submission.ts';

interface Arrived {
  submission: Submission;
  result: QuizResult;
}

let arrived: Arrived | null = null;

/** Keeps what kept answers became after a sign-in, until the quiz is opened next: it then shows that first. */
export function storeSubmittedResult(result: Arrived): void {
  arrived = result;
}

/** What has arrived and was not seen yet; it is given once. */
export function takeSubmittedResult(): Arrived | null {
  const taken = arrived;
  arrived = null;
  return taken;
}
