import { apiContract, contractHeader, type ServedContract } from '@frens/contract/contract-number';
import { errorCodes } from '@frens/contract/errors';
import type Koa from 'koa';
import { type Clock, day } from '../clock.ts';
import { AppError } from '../errors.ts';

/** How long pages of the number before are served: a tab that is not looked at for longer has nothing half done. */
const patience = 14 * day;

/**
 * Refuses calls of pages that were built for another contract than is served by now: they would go wrong halfway. The page learns by it that
 * it has to load itself anew. Whoever names no number is no page of ours and is served.
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
      // A page that is newer than this server knows what it does: what it needs of the API was checked when it went live.
      const isServed = spoken >= number || (spoken === number - 1 && clock.now().getTime() < before);
      if (!isServed) {
        ctx.set(contractHeader, String(number));
        throw new AppError(409, errorCodes.clientTooOld);
      }
    }
    await next();
  };
}
