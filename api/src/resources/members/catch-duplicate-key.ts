import { errorCodes } from '@frens/contract/errors';
import { isDuplicateKey } from '../../database/database-errors.ts';
import { type AppError, conflict } from '../../errors.ts';

const accountExists = (cause: unknown): AppError => conflict(errorCodes.accountExists, { cause });

/**
 * Runs a write of a username or an address, and turns the unique index's duplicate key error into a 409: another member won the race.
 *
 * @param refusal makes the error to throw instead; by default `account_exists`
 * @throws {AppError} `refusal(cause)` on a duplicate key
 */
export async function catchDuplicateKey<Result>(
  work: () => Promise<Result>,
  refusal: (cause: unknown) => AppError = accountExists,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (isDuplicateKey(cause)) throw refusal(cause);
    throw cause;
  }
}
