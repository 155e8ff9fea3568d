import { limits } from '@frens/contract/limits';
import { labs } from './labs.ts';
import {
  type Attempt,
  type QuizResponse,
  type QuizResult,
  type Submission,
  totalTime,
} from './submission.ts';

/** What is answered, and the lab that is open. */
interface Answers {
  /** Those of the first labs, in their order, one each. */
  responses: readonly QuizResponse[];
  /** The open lab's place in `labs`: the one after the last answer, or one of those before it, to which the member went back. */
  open: number;
}

/** In a lab. `shownAt` is null until the page is really on screen. */
type Answering = { phase: 'answering'; shownAt: number | null } & Answers & Attempt;

/** Where a member is in the quiz. */
export type QuizState =
  | Answering
  /** All labs answered, the answers are on their way. */
  | { phase: 'submitting'; submission: Submission }
  /** They did not arrive; nothing is lost, the member may send them again. */
  | { phase: 'unsent'; submission: Submission }
  /** Stored: the member has a Panda. */
  | { phase: 'saved'; submission: Submission; result: QuizResult }
  /** Taken signed out: the answers wait in this browser for the next sign-in (D41), unless it refuses to keep them. */
  | { phase: 'kept'; submission: Submission; stored: boolean };

/** The quiz as it survives the page. */
export type QuizProgress = (Answers & Attempt) | { submission: Submission };

export type QuizEvent =
  /** The first lab is on screen. */
  | { type: 'started'; at: number; attempt: Attempt }
  /** The page came back after a reload. */
  | { type: 'resumed'; at: number; progress: QuizProgress }
  /** The page was opened where the answers of a finished quiz wait. */
  | { type: 'found'; submission: Submission }
  /** Answers that waited have arrived after a sign-in, and their result was not seen yet. */
  | { type: 'arrived'; submission: Submission; result: QuizResult }
  | { type: 'answered'; at: number; option: string }
  /** To another lab, by its place in `labs`: one that is answered, or the next. */
  | { type: 'wentTo'; lab: number; at: number }
  | { type: 'saved'; result: QuizResult }
  | { type: 'kept'; stored: boolean }
  | { type: 'failed' }
  | { type: 'retried' }
  /** A visitor takes the labs once more. What waits goes on waiting until these answers take its place. */
  | { type: 'restarted'; at: number; attempt: Attempt };

/** Before anything is on screen. */
export const firstState: Answering = {
  phase: 'answering',
  key: '',
  pictureSeed: '',
  shownAt: null,
  responses: [],
  open: 0,
};

/** The quiz's whole behaviour: what each event makes of each state. Events that do not fit a state change nothing. */
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

/** What to remember of a state beyond the page; null when there is nothing worth it. */
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

/** How many labs are answered. */
export function answeredLabs(state: QuizState): number {
  return state.phase === 'answering' ? state.responses.length : labs.length;
}

/** The place in `labs` of the one on screen. */
export function openLab(state: QuizState): number {
  return state.phase === 'answering' ? state.open : labs.length - 1;
}

/** The option that is chosen in the lab on screen; null before it is answered. */
export function chosenOption(state: QuizState): string | null {
  const responses = state.phase === 'answering' ? state.responses : state.submission.responses;
  return responses[openLab(state)]?.response ?? null;
}

/** Whether there is a lab before the one on screen to go back to. What is on its way to the server stays as it is. */
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

/** Back where one was. The clock of the current lab starts anew: the time away is not time spent on it. */
function resume(progress: QuizProgress, at: number): QuizState {
  if ('submission' in progress) return { phase: 'unsent', submission: progress.submission };
  return { phase: 'answering', ...progress, shownAt: at };
}

/**
 * Takes an answer and leads on to the next lab. The answer before it is replaced, and those to later labs stay. Choosing once more what was
 * chosen leaves that answer as it is, with the time it took.
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
    submission: {
      ...attemptOf(state),
      responses,
      completedAt: timestamp,
      totalTime: totalTime(responses),
    },
  };
}

function attemptOf({ key, pictureSeed }: Attempt): Attempt {
  return { key, pictureSeed };
}

/** Whole milliseconds, within what the server takes: clocks may be set back, and tabs stay open overnight. */
function timeSince(shownAt: number | null, at: number): number {
  return Math.min(limits.quiz.maxResponseMs, Math.max(0, Math.round(at - (shownAt ?? at))));
}
