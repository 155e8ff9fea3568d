import { apiContract, contractHeader, type ServedContract } from '@frens/contract/contract-number';
import { errorCodes } from '@frens/contract/errors';
import type Koa from 'koa';
import { type Clock, day } from '../clock.ts';
import { AppError } from '../errors.ts';

/** How long the previous contract number is still served: a tab unused for longer has no unsaved work. */
const patience = 14 * day;

/**
 * Refuses calls of pages built for a contract that is no longer served; those pages reload on this error. Requests without a number do
 * not come from our pages and are served.
 *
 * @param contract the served contract; tests pass the next one
 */
export function rejectOutdatedClients(
  { clock }: { clock: Clock },
  contract: ServedContract = apiContract,
): Koa.Middleware {
  const { number } = contract;
  const previousUntil = new Date(contract.since).getTime() + patience;
  return async function rejectOutdatedClients(ctx, next) {
    const sentNumber = ctx.get(contractHeader);
    if (ctx.path.startsWith('/api/') && sentNumber !== '') {
      const clientNumber = Number(sentNumber);
      // A newer page is served: publishing checked that this server has what it needs.
      const isServed =
        clientNumber >= number || (clientNumber === number - 1 && clock.now().getTime() < previousUntil);
      if (!isServed) {
        ctx.set(contractHeader, String(number));
        throw new AppError(409, errorCodes.clientTooOld);
      }
    }
    await next();
  };
}
