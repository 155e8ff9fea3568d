import { errorCodes } from '@frens/contract/errors';
import { ApiError } from '@frens/platform';

/** Answer to a sign-in to an account with a pending deletion: the member must first choose whether to keep it (D46). */
export interface PendingDeletion {
  /** Deadline of the deletion. */
  undoUntil: string;
}

/** A sign-in awaiting that choice; `keep` signs in, which cancels the deletion. */
export interface RestoreQuestion extends PendingDeletion {
  keep: () => void;
}

export type OnPendingDeletion = (asked: RestoreQuestion) => void;

/** Makes a sign-in call and returns the question about the deletion as an answer instead of an error. */
export async function signInOrAskToRestore<Answer>(call: Promise<Answer>): Promise<Answer | PendingDeletion> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== errorCodes.accountEnding) throw error;
    return { undoUntil: String(error.details.undoUntil) };
  }
}

/** Whether the answer is the question about a pending deletion. */
export function isPendingDeletion(answer: object): answer is PendingDeletion {
  return 'undoUntil' in answer;
}

/** An account deleted on the previous page: by its member, who can still keep it, or because the member is too young. */
export type AccountDeletion = DeletedByMember | 'under-age';

interface DeletedByMember extends PendingDeletion {
  /** Whether the undo link was mailed; unconfirmed addresses get none. */
  byMail: boolean;
}

/**
 * Reads from the history state how the previous page deleted the account, or null.
 *
 * @param state untrusted: any page may have written it
 */
export function readAccountDeletion(state: unknown): AccountDeletion | null {
  if (typeof state !== 'object' || state === null) return null;
  if ('underAge' in state && state.underAge === true) return 'under-age';
  if (!('undoUntil' in state)) return null;
  const { undoUntil } = state;
  if (typeof undoUntil !== 'string' || Number.isNaN(Date.parse(undoUntil))) return null;
  return { undoUntil, byMail: 'byMail' in state && state.byMail === true };
}
