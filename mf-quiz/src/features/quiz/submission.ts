import type { CallAnswer } from '@frens/contract';
import { isOptionOf, labIds, type QuizAnswers } from '@frens/contract/panda-scoring';
import { newPictureSeed, pictureSeedForm } from '@frens/contract/picture-seed';
import { newIdempotencyKey } from '@frens/platform';

/** One answered lab, as sent. */
export interface QuizResponse {
  lab: number;
  response: string;
  /** Milliseconds since the lab appeared. */
  responseTime: number;
  /** ISO 8601. */
  timestamp: string;
}

/** Generated at the start of each attempt. */
export interface Attempt {
  /** Idempotency key of the submission (D52). */
  key: string;
  /** Seed of this attempt's Panda: the preview at the end and the created Panda are the same (D42). */
  pictureSeed: string;
}

/** A finished quiz to send. */
export interface Submission extends Attempt {
  responses: readonly QuizResponse[];
  completedAt: string;
  totalTime: number;
}

/** The server's result of a submission. */
export type QuizResult = Omit<CallAnswer<'POST /api/vibe-quiz'>, 'success' | 'message'>;

/** Starts an attempt. */
export function newAttempt(): Attempt {
  return { key: newIdempotencyKey(), pictureSeed: newPictureSeed() };
}

/** Validates a stored attempt; null without a key. An invalid seed is replaced. */
export function parseAttempt({ key, pictureSeed }: Record<string, unknown>): Attempt | null {
  if (typeof key !== 'string') return null;
  const hasSeed = typeof pictureSeed === 'string' && pictureSeedForm.test(pictureSeed);
  return { key, pictureSeed: hasSeed ? pictureSeed : newPictureSeed() };
}

export function totalTime(responses: readonly QuizResponse[]): number {
  return responses.reduce((sum, { responseTime }) => sum + responseTime, 0);
}

/** Maps labs to options, as the scoring expects. */
export function answersOf(responses: readonly QuizResponse[]): QuizAnswers {
  return Object.fromEntries(responses.map(({ lab, response }) => [lab, response]));
}

/** Validates stored answers: labs in order from the first. Null if invalid. */
export function parseResponses(value: unknown): QuizResponse[] | null {
  if (!Array.isArray(value) || value.length > labIds.length) return null;
  const responses: QuizResponse[] = [];
  for (const [index, item] of value.entries()) {
    const response = parseResponse(item, labIds[index]);
    if (!response) return null;
    responses.push(response);
  }
  return responses;
}

/** Validates a stored submission; null if invalid or incomplete. */
export function parseSubmission(value: unknown): Submission | null {
  if (!isRecord(value) || typeof value.completedAt !== 'string') return null;
  const attempt = parseAttempt(value);
  const responses = parseResponses(value.responses);
  if (!attempt || responses?.length !== labIds.length) return null;
  return { ...attempt, responses, completedAt: value.completedAt, totalTime: totalTime(responses) };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function parseResponse(value: unknown, lab: number | undefined): QuizResponse | null {
  if (lab === undefined || !isRecord(value) || value.lab !== lab) return null;
  const { response, responseTime, timestamp } = value;
  if (typeof response !== 'string' || !isOptionOf(lab, response)) return null;
  if (typeof responseTime !== 'number' || typeof timestamp !== 'string') return null;
  return { lab, response, responseTime, timestamp };
}
