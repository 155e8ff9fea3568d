import type { CallAnswer } from '@frens/contract';
import { isOptionOf, labIds, type QuizAnswers } from '@frens/contract/panda-scoring';
import { newPictureSeed, pictureSeedForm } from '@frens/contract/picture-seed';
import { newIdempotencyKey } from '@frens/platform';

/** One answered lab, as it is sent. */
export interface QuizResponse {
  lab: number;
  response: string;
  /** Milliseconds since the lab was shown. */
  responseTime: number;
  /** ISO 8601. */
  timestamp: string;
}

/** What is made for each attempt at the quiz when it is begun. */
export interface Attempt {
  /** Makes sending its answers twice count once (D52). */
  key: string;
  /** What the Panda of this attempt is drawn from: so the one on show at its end is the one that is made (D42). */
  pictureSeed: string;
}

/** A finished quiz on its way to the server. */
export interface Submission extends Attempt {
  responses: readonly QuizResponse[];
  completedAt: string;
  totalTime: number;
}

/** What the server makes of a submission. */
export type QuizResult = Omit<CallAnswer<'POST /api/vibe-quiz'>, 'success' | 'message'>;

/** Begins an attempt. */
export function newAttempt(): Attempt {
  return { key: newIdempotencyKey(), pictureSeed: newPictureSeed() };
}

/** Reads the attempt of what was stored as JSON. Null when there is none; without a valid seed it gets a new one. */
export function parseAttempt({ key, pictureSeed }: Record<string, unknown>): Attempt | null {
  if (typeof key !== 'string') return null;
  const hasSeed = typeof pictureSeed === 'string' && pictureSeedForm.test(pictureSeed);
  return { key, pictureSeed: hasSeed ? pictureSeed : newPictureSeed() };
}

export function totalTime(responses: readonly QuizResponse[]): number {
  return responses.reduce((sum, { responseTime }) => sum + responseTime, 0);
}

/** Lab → option, as the scoring reads it. */
export function answersOf(responses: readonly QuizResponse[]): QuizAnswers {
  return Object.fromEntries(responses.map(({ lab, response }) => [lab, response]));
}

/** Reads answers that were stored as JSON: labs in order from the first. Null when they are not that, or not whole. */
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

/** Reads a finished quiz that was stored as JSON. Null when it is not one. */
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
