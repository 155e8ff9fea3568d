import { limits } from '@frens/contract/limits';
import { labs } from './labs.ts';
import {
  type Attempt,
  type QuizResponse,
  type QuizResult,
  type Submission,
  totalTime,
} from './submission.ts';

/** The answers so far, and the open lab. */
interface Answers {
  /** One per answered lab, in lab order from the first. */
  responses: readonly QuizResponse[];
  /** Index of the open lab in `labs`: the one after the last answer, or an earlier one to which the member returned. */
  open: number;
}

/** In a lab. `shownAt` is null until the page is on screen. */
type Answering = { phase: 'answering'; shownAt: number | null } & Answers & Attempt;

/** State of the quiz. */
export type QuizState =
  | Answering
  /** All labs are answered; sending the answers. */
  | { phase: 'submitting'; submission: Submission }
  /** Sending failed; the member can retry without losing answers. */
  | { phase: 'unsent'; submission: Submission }
  /** Stored on the server: the member has a Panda. */
  | { phase: 'saved'; submission: Submission; result: QuizResult }
  /** Taken signed out: the answers stay in this browser until the next sign-in (D41), if it allows storage. */
  | { phase: 'kept'; submission: Submission; stored: boolean };

/** The part of the quiz that survives a reload. */
export type QuizProgress = (Answers & Attempt) | { submission: Submission };

export type QuizEvent =
  /** The first lab is on screen. */
  | { type: 'started'; at: number; attempt: Attempt }
  /** The page was reloaded with stored progress. */
  | { type: 'resumed'; at: number; progress: QuizProgress }
  /** The page was opened with the stored answers of a finished quiz. */
  | { type: 'found'; submission: Submission }
  /** Stored answers were sent after a sign-in, and the member has not seen the result yet. */
  | { type: 'arrived'; submission: Submission; result: QuizResult }
  | { type: 'answered'; at: number; option: string }
  /** Opens another lab by its index in `labs`: an answered one, or the next. */
  | { type: 'wentTo'; lab: number; at: number }
  | { type: 'saved'; result: QuizResult }
  | { type: 'kept'; stored: boolean }
  | { type: 'failed' }
  | { type: 'retried' }
  /** A visitor repeats the quiz. The stored answers stay until the new ones replace them. */
  | { type: 'restarted'; at: number; attempt: Attempt };

/** The state before anything is on screen. */
export const firstState: Answering = {
  phase: 'answering',
  key: '',
  pictureSeed: '',
  shownAt: null,
  responses: [],
  open: 0,
};

/** State machine (reducer) of the quiz. Events that do not apply to a state change nothing. */
export function quizFlow(state: QuizState, event: QuizEvent): QuizState {
  switch (event.type) {
    case 'started':
      return isFresh(state) ? { ...state, ...event.attempt, shownAt: event.at } : state;
    case 'resumed':
      return isFresh(state) ? resume(event.progress, event.at) : state;
    case 'found':
      return isFresh(state) ? { phase: 'kept', submission: event.submission, stored: true } : state;
    case 'arrived':
      return isFresh(state) ? { phase: 'saved', submission: event.submission, result: event.result } : state;
    case 'answered':
      return state.phase === 'answering' ? answer(state, event.option, event.at) : state;
    case 'wentTo':
      return canGoTo(state, event.lab) ? { ...state, open: event.lab, shownAt: event.at } : state;
    case 'saved':
      return state.phase === 'submitting'
        ? { phase: 'saved', submission: state.submission, result: event.result }
        : state;
    case 'kept':
      return state.phase === 'submitting'
        ? { phase: 'kept', submission: state.submission, stored: event.stored }
        : state;
    case 'failed':
      return state.phase === 'submitting' ? { phase: 'unsent', submission: state.submission } : state;
    case 'retried':
      return state.phase === 'unsent' ? { phase: 'submitting', submission: state.submission } : state;
    case 'restarted':
      return state.phase === 'kept' ? { ...firstState, ...event.attempt, shownAt: event.at } : state;
  }
}

/** What to store of a state; null if there is nothing to keep. */
export function progressOf(state: QuizState): QuizProgress | null {
  switch (state.phase) {
    case 'answering':
      return state.responses.length > 0
        ? { ...attemptOf(state), responses: state.responses, open: state.open }
        : null;
    case 'submitting':
    case 'unsent':
      return { submission: state.submission };
    case 'saved':
    case 'kept':
      return null;
  }
}

/** Number of answered labs. */
export function answeredLabs(state: QuizState): number {
  return state.phase === 'answering' ? state.responses.length : labs.length;
}

/** Index in `labs` of the visible lab. */
export function openLab(state: QuizState): number {
  return state.phase === 'answering' ? state.open : labs.length - 1;
}

/** The selected option of the visible lab; null before it is answered. */
export function chosenOption(state: QuizState): string | null {
  const responses = state.phase === 'answering' ? state.responses : state.submission.responses;
  return responses[openLab(state)]?.response ?? null;
}

/** Whether the member can return to the previous lab. Answers being sent are final. */
export function canGoBack(state: QuizState): boolean {
  return canGoTo(state, openLab(state) - 1);
}

function canGoTo(state: QuizState, lab: number): state is Answering {
  if (state.phase !== 'answering' || lab === state.open) return false;
  return lab >= 0 && lab <= Math.min(state.responses.length, labs.length - 1);
}

function isFresh(state: QuizState): state is Answering {
  return state.phase === 'answering' && state.shownAt === null;
}

/** Restores progress. The lab's clock restarts, because time away does not count. */
function resume(progress: QuizProgress, at: number): QuizState {
  if ('submission' in progress) return { phase: 'unsent', submission: progress.submission };
  return { phase: 'answering', ...progress, shownAt: at };
}

/**
 * Records an answer and opens the next lab. It replaces an earlier answer to this lab and keeps those to later labs. Selecting the same
 * option again keeps the earlier answer with its response time.
 */
function answer(state: Answering, option: string, at: number): QuizState {
  const { open, responses: given, shownAt } = state;
  const lab = labs[open];
  if (!lab?.options.some(({ id }) => id === option)) return state;
  const timestamp = new Date(at).toISOString();
  const response: QuizResponse = {
    lab: lab.id,
    response: option,
    responseTime: timeSince(shownAt, at),
    timestamp,
  };
  const isKept = given[open]?.response === option;
  const responses = isKept ? given : [...given.slice(0, open), response, ...given.slice(open + 1)];
  if (open + 1 < labs.length) return { ...state, responses, open: open + 1, shownAt: at };
  return {
    phase: 'submitting',
    submission: { ...attemptOf(state), responses, completedAt: timestamp, totalTime: totalTime(responses) },
  };
}

function attemptOf({ key, pictureSeed }: Attempt): Attempt {
  return { key, pictureSeed };
}

/** Whole milliseconds, clamped to the server's limits: clocks can be set back, and tabs stay open overnight. */
function timeSince(shownAt: number | null, at: number): number {
  return Math.min(limits.quiz.maxResponseMs, Math.max(0, Math.round(at - (shownAt ?? at))));
}
