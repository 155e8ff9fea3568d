import { ApiError, api, queryKeys } from '@frens/platform';
import type { Submission } from './submission.ts';

/** Sends a finished quiz. The same submission may be sent again: it counts once (D52). */
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

/** Whether the server will never take these answers, however often they are sent. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400;
}

/** What a stored quiz changes and its answer does not tell: the member, their BAMBOO and what it was given for, their Panda and the lists it is in. */
export const changedByQuiz = (pandaId: string) => [
  { queryKey: queryKeys.session },
  { queryKey: queryKeys.wallet },
  { queryKey: queryKeys.home },
  { queryKey: queryKeys.pandas },
  { queryKey: queryKeys.panda(pandaId) },
];
