import { errorCodes } from '@frens/contract/errors';
import { isDuplicateKey } from '../../database/database-errors.ts';
import { conflict } from '../../errors.ts';

/** Gives a member a name or an address; says so where somebody else has got it meanwhile, which a unique index knows. */
export async function unlessTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (isDuplicateKey(cause)) throw conflict(errorCodes.accountExists, { cause });
    throw cause;
  }
}
