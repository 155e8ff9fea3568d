import { limits } from '@frens/contract/limits';
import { labs } from './labs.ts';
import { type QuizResponse, type QuizResult, type Submission, totalTime } from './submission.ts';

/** Where a member is in the quiz. */
export type QuizState =
  /** In a lab: the one after the last answer. `shownAt` is null until the page is really on screen. */
  | { phase: 'answering'; key: string; shownAt: number | null; responses: readonly QuizResponse[] }
  /** All labs answered, the answers are on their way. */
  | { phase: 'submitting'; submission: Submission }
  /** They did not arrive; nothing is lost, the member may send them again. */
  | { phase: 'unsent'; submission: Submission }
  /** Stored: the member has a Panda. */
  | { phase: 'saved'; submission: Submission; result: QuizResult }
  /** Taken signed out: the answers wait in this browser for the next sign-in (D41), unless it refuses to keep them. */
  | { phase: 'kept'; submission: Submission; stored: boolean };

/** The quiz as it survives a reload. */
export type QuizProgress = { key: string; responses: readonly QuizResponse[] } | { submission: Submission };

export type QuizEvent =
  /** The first lab is on screen. `key` marks this attempt: sending it twice counts once (D52). */
  | { type: 'started'; at: number; key: string }
  /** The page came back after a reload. */
  | { type: 'resumed'; at: number; progress: QuizProgress }
  /** The page was opened where the answers of a finished quiz wait. */
  | { type: 'found'; submission: Submission }
  | { type: 'answered'; at: number; option: string }
  | { type: 'saved'; result: QuizResult }
  | { type: 'kept'; stored: boolean }
  | { type: 'failed' }
  | { type: 'retried' }
  /** A visitor takes the labs once more. What waits goes on waiting until these answers take its place. */
  | { type: 'restarted'; at: number; key: string };

/** Before anything is on screen. */
export const firstState: QuizState = { phase: 'answering', key: '', shownAt: null, responses: [] };

/** The quiz's whole behaviour: what each event makes of each state. Events that do not fit a state change nothing. */
export function quizFlow(state: QuizState, event: QuizEvent): QuizState {
  switch (event.type) {
    case 'started':
      return isFresh(state) ? { ...state, key: event.key, shownAt: event.at } : state;
    case 'resumed':
      return isFresh(state) ? resume(event.progress, event.at) : state;
    case 'found':
      return isFresh(state) ? { phase: 'kept', submission: event.submission, stored: true } : state;
    case 'answered':
      return state.phase === 'answering' ? answer(state, event.option, event.at) : state;
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
      return state.phase === 'kept'
        ? { phase: 'answering', key: event.key, shownAt: event.at, responses: [] }
        : state;
  }
}

/** What to remember of a state across a reload; null when there is nothing worth it. */
export function progressOf(state: QuizState): QuizProgress | null {
  switch (state.phase) {
    case 'answering':
      return state.responses.length > 0 ? { key: state.key, responses: state.responses } : null;
    case 'submitting':
    case 'unsent':
      return { submission: state.submission };
    case 'saved':
    case 'kept':
      return null;
  }
}

/** How many labs are answered. */
export function answeredLabs(state: QuizState): number {
  return state.phase === 'answering' ? state.responses.length : labs.length;
}

function isFresh(state: QuizState): state is Extract<QuizState, { phase: 'answering' }> {
  return state.phase === 'answering' && state.shownAt === null;
}

/** Back where one was. The clock of the current lab starts anew: the time away is not time spent on it. */
function resume(progress: QuizProgress, at: number): QuizState {
  if ('submission' in progress) return { phase: 'unsent', submission: progress.submission };
  return { phase: 'answering', key: progress.key, responses: progress.responses, shownAt: at };
}

function answer(state: Extract<QuizState, { phase: 'answering' }>, option: string, at: number): QuizState {
  const lab = labs[state.responses.length];
  if (!lab?.options.some(({ id }) => id === option)) return state;
  const response: QuizResponse = {
    lab: lab.id,
    response: option,
    responseTime: timeSince(state.shownAt, at),
    timestamp: new Date(at).toISOString(),
  };
  const responses = [...state.responses, response];
  if (responses.length < labs.length) return { ...state, responses, shownAt: at };
  return {
    phase: 'submitting',
    submission: {
      key: state.key,
      responses,
      completedAt: response.timestamp,
      totalTime: totalTime(responses),
    },
  };
}

/** Whole milliseconds, within what the server takes: clocks may be set back, and tabs stay open overnight. */
function timeSince(shownAt: number | null, at: number): number {
  return Math.min(limits.quiz.maxResponseMs, Math.max(0, Math.round(at - (shownAt ?? at))));
}
