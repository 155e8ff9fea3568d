import { errorCodes } from '@frens/contract/errors';
import { isDuplicateKey } from '../../database/database-errors.ts';
import { type AppError, conflict } from '../../errors.ts';

const accountExists = (cause: unknown): AppError => conflict(errorCodes.accountExists, { cause });

/**
 * Gives a member a name or an address; says so where somebody else has got it meanwhile, which a unique index knows.
 *
 * @param refusal what is said then
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
