import { labIds } from '@frens/contract/panda-scoring';
import { expiringStorage } from '../../expiring-storage.ts';
import type { QuizProgress } from './quiz-flow.ts';
import { isRecord, newAttempt, parseAttempt, parseResponses, parseSubmission } from './submission.ts';

const place = expiringStorage('quiz:progress');

/** Stores an unfinished quiz in this browser, so that it survives a reload or a closed tab. */
export function storeProgress(progress: QuizProgress, now: number): void {
  place.write({ progress }, now);
}

/** The unfinished quiz of this browser, or null. */
export function readProgress(now: number): QuizProgress | null {
  return parseProgress(place.read(now)?.progress);
}

/** Removes the unfinished quiz. */
export function forgetProgress(): void {
  place.forget();
}

function parseProgress(value: unknown): QuizProgress | null {
  if (!isRecord(value)) return null;
  if ('submission' in value) {
    const submission = parseSubmission(value.submission);
    return submission && { submission };
  }
  const attempt = parseAttempt(value);
  const responses = parseResponses(value.responses);
  // A new idempotency key: another tab may continue the same progress with other answers, and both submissions count.
  if (!attempt || !responses) return null;
  const open = parseOpen(value.open, responses.length);
  return { ...newAttempt(), pictureSeed: attempt.pictureSeed, responses, open };
}

/** Validates the stored index of the open lab, which is an answered lab or the next. Defaults to the next. */
function parseOpen(value: unknown, answered: number): number {
  const isOne = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= answered;
  return Math.min(isOne ? value : answered, labIds.length - 1);
}
