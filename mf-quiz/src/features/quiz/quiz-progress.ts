import { labIds } from '@frens/contract/panda-scoring';
import { keptPlace } from '../../expiring-storage.ts';
import type { QuizProgress } from './quiz-flow.ts';
import { isRecord, newAttempt, parseAttempt, parseResponses, parseSubmission } from './submission.ts';

const place = keptPlace('quiz:progress');

/** Remembers a half-finished quiz in this browser, so that neither a reload nor a closed tab loses it. */
export function storeProgress(progress: QuizProgress, now: number): void {
  place.keep({ progress }, now);
}

/** The half-finished quiz of this browser, if there is one. */
export function readProgress(now: number): QuizProgress | null {
  return parseProgress(place.read(now)?.progress);
}

/** Forgets the half-finished quiz. */
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
  // Another tab may go on from here, too, with other answers: what is not sent yet gets a key of its own, and both count.
  if (!attempt || !responses) return null;
  const open = parseOpen(value.open, responses.length);
  return { ...newAttempt(), pictureSeed: attempt.pictureSeed, responses, open };
}

/** Reads which lab was open: an answered one or the next. Defaults to the next. */
function parseOpen(value: unknown, answered: number): number {
  const isOne = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= answered;
  return Math.min(isOne ? value : answered, labIds.length - 1);
}
