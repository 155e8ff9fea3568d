import { ApiError, api, queryKeys } from '@frens/platform';
import type { Submission } from './submission.ts';

/** Sends a finished quiz. Idempotent: a repeated submission counts once (D52). */
export function sendAnswers({ key, responses, completedAt, totalTime, pictureSeed }: Submission) {
  return api.call('POST /api/vibe-quiz', {
    body: { responses: [...responses], completedAt, totalTime, pictureSeed },
    idempotencyKey: key,
  });
}

/** Whether the call failed because nobody is signed in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Whether the server rejects the answers permanently. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400;
}

/** Queries that a stored quiz makes stale: member, BAMBOO and grants, Panda, and lists that contain it. */
export const staleAfterQuiz = (pandaId: string) => [
  { queryKey: queryKeys.session },
  { queryKey: queryKeys.wallet },
  { queryKey: queryKeys.home },
  { queryKey: queryKeys.pandas },
  { queryKey: queryKeys.panda(pandaId) },
];
