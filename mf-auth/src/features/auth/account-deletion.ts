import { errorCodes } from '@frens/contract/errors';
import { ApiError } from '@frens/platform';

/** What a sign-in comes to where the account is ending: it is asked first whether to keep it (D46). */
export interface Ending {
  /** Until when it can be kept. */
  undoUntil: string;
}

/** A sign-in to an account that is ending, and how to sign in all the same, which keeps it. */
export interface AskedToKeep extends Ending {
  keep: () => void;
}

export type OnEnding = (asked: AskedToKeep) => void;

/** Makes a call that signs in; the question whether to keep the account is an answer like any other. */
export async function signInOrAsk<Answer>(call: Promise<Answer>): Promise<Answer | Ending> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== errorCodes.accountEnding) throw error;
    return { undoUntil: String(error.details.undoUntil) };
  }
}

/** Whether a sign-in came to that question. */
export function isEnding(answer: object): answer is Ending {
  return 'undoUntil' in answer;
}

/** An account that was ended on the page before: by its member, who may still keep it, or because its member is too young. */
export type Ended = EndedByMember | 'under-age';

interface EndedByMember extends Ending {
  /** Whether its address got the link to keep it: one that was never confirmed gets none. */
  byMail: boolean;
}

/**
 * How the account ended that was ended on the page before, or null.
 *
 * @param state what the router keeps beside the address; any page may have written it
 */
export function readEnded(state: unknown): Ended | null {
  if (typeof state !== 'object' || state === null) return null;
  if ('underAge' in state && state.underAge === true) return 'under-age';
  if (!('undoUntil' in state)) return null;
  const { undoUntil } = state;
  if (typeof undoUntil !== 'string' || Number.isNaN(Date.parse(undoUntil))) return null;
  return { undoUntil, byMail: 'byMail' in state && state.byMail === true };
}
