import type { QuizResult, Submission } from './submission.ts';

interface Arrived {
  submission: Submission;
  result: QuizResult;
}

let arrived: Arrived | null = null;

/** Holds the result of answers sent after a sign-in, until the quiz opens and shows it. */
export function storeSubmittedResult(result: Arrived): void {
  arrived = result;
}

/** Returns the unseen result once, then null. */
export function takeSubmittedResult(): Arrived | null {
  const taken = arrived;
  arrived = null;
  return taken;
}
