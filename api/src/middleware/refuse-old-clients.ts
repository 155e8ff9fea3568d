import { apiContract, contractHeader, type ServedContract } from '@frens/contract/contract-number';
import { errorCodes } from '@frens/contract/errors';
import type Koa from 'koa';
import { type Clock, day } from '../clock.ts';
import { AppError } from '../errors.ts';

/** How long pages of the previous contract number are served: a tab unused for longer has nothing half done. */
const patience = 14 * day;

/**
 * Refuses calls of pages built for a contract that is no longer served, before they fail halfway. The page reloads itself on this
 * answer. Requests without a number are not from our pages and are served.
 *
 * @param contract what is served; tests bring the next one
 */
export function rejectOutdatedClients(
  { clock }: { clock: Clock },
  contract: ServedContract = apiContract,
): Koa.Middleware {
  const { number } = contract;
  const before = new Date(contract.since).getTime() + patience;
  return async function rejectOutdatedClients(ctx, next) {
    const named = ctx.get(contractHeader);
    if (ctx.path.startsWith('/api/') && named !== '') {
      const spoken = Number(named);
      // A newer page is served: what it needs was checked when it went live.
      const isServed = spoken >= number || (spoken === number - 1 && clock.now().getTime() < before);
      if (!isServed) {
        ctx.set(contractHeader, String(number));
        throw new AppError(409, errorCodes.clientTooOld);
      }
    }
    await next();
  };
}
