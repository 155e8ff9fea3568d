import { toHundredths } from '@frens/contract/bamboo';
import { limits } from '@frens/contract/limits';
import { day, startedWithin } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { changeTotals } from '../quotient/change-totals.ts';
import { move, treasury, walletOf } from '../wallet/ledger.ts';
import type { MatchDoc } from './match.model.ts';

/**
 * Credits a successful introduction to its matchmaker: counts it in their Panda's quotient (D38) and pays BAMBOO, at most ten times
 * in 30 days (D37). Not idempotent: call it once, in the transaction that changes the status from pending to accepted.
 */
export async function rewardMatchmaker(
  services: Services,
  { _id, matchmakerId }: Pick<MatchDoc, '_id' | 'matchmakerId'>,
): Promise<void> {
  const { db, clock } = services;
  const { Match, Panda, User } = db.models;
  const { thankedDays, thankedTimes } = serverLimits.matches;
  // Write before counting: concurrent rewards of one matchmaker then conflict, so that the limit is exact.
  const matchmaker = await User.findOneAndUpdate(
    { _id: matchmakerId },
    { $inc: { matchCount: 1 } },
    { projection: { pandaId: 1 } },
  ).lean();
  const panda = matchmaker?.pandaId && (await Panda.findById(matchmaker.pandaId).lean());
  if (panda) await changeTotals(services, panda, { counted: { matches: 1 } });
  const rewarded = await Match.countDocuments({
    matchmakerId,
    status: 'accepted',
    closedAt: startedWithin(clock, thankedDays * day),
    isThanked: true,
  });
  if (rewarded >= thankedTimes) return;
  await Match.updateOne({ _id }, { $set: { isThanked: true } });
  await move(services, {
    kind: 'match',
    memberId: matchmakerId,
    from: treasury,
    to: walletOf(matchmakerId),
    amount: toHundredths(limits.matches.thanks),
  });
}
