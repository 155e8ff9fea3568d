import type { QuizProgress } from './quiz-flow.ts';
import { isRecord, parseAttempt, parseResponses, parseSubmission } from './submission.ts';

const storageKey = 'quiz:progress';

/** Remembers a half-finished quiz for this tab, so that a reload does not lose it. */
export function storeProgress(progress: QuizProgress): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(progress));
  } catch {
    // Storage may be refused or full: the quiz then lives as long as the page.
  }
}

/** The half-finished quiz of this tab, if there is one. */
export function readProgress(): QuizProgress | null {
  try {
    return parseProgress(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
  } catch {
    return null; // Storage refused, or text that no quiz of ours wrote: as if there were none.
  }
}

/** Forgets the half-finished quiz. */
export function forgetProgress(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Storage refused: nothing was stored either.
  }
}

function parseProgress(value: unknown): QuizProgress | null {
  if (!isRecord(value)) return null;
  if ('submission' in value) {
    const submission = parseSubmission(value.submission);
    return submission && { submission };
  }
  const attempt = parseAttempt(value);
  const responses = parseResponses(value.responses);
  return attempt && responses && { ...attempt, responses };
}
