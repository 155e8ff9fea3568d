import { toHundredths } from '@frens/contract/bamboo';
import { limits } from '@frens/contract/limits';
import { day, startedWithin } from '../../clock.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { changeTotals } from '../quotient/change-totals.ts';
import { move, treasury, walletOf } from '../wallet/ledger.ts';
import type { MatchDoc } from './match.model.ts';

/**
 * Counts an introduction that became a friendship for its matchmaker, in the quotient of their Panda (D38), and gives them BAMBOO, up to ten
 * times in 30 days (D37). Whoever calls it has just turned the introduction from pending to accepted, which happens once.
 */
export async function rewardMatchmaker(
  services: Services,
  { _id, matchmakerId }: Pick<MatchDoc, '_id' | 'matchmakerId'>,
): Promise<void> {
  const { db, clock } = services;
  const { Match, Panda, User } = db.models;
  const { thankedDays, thankedTimes } = serverLimits.matches;
  // Written before anything is counted: two introductions of one matchmaker that come about at once meet here.
  const matchmaker = await User.findOneAndUpdate(
    { _id: matchmakerId },
    { $inc: { matchCount: 1 } },
    { projection: { pandaId: 1 } },
  ).lean();
  const panda = matchmaker?.pandaId && (await Panda.findById(matchmaker.pandaId).lean());
  if (panda) await changeTotals(services, panda, { counted: { matches: 1 } });
  const thanked = await Match.countDocuments({
    matchmakerId,
    status: 'accepted',
    closedAt: startedWithin(clock, thankedDays * day),
    isThanked: true,
  });
  if (thanked >= thankedTimes) return;
  await Match.updateOne({ _id }, { $set: { isThanked: true } });
  await move(services, {
    kind: 'match',
    memberId: matchmakerId,
    from: treasury,
    to: walletOf(matchmakerId),
    amount: toHundredths(limits.matches.thanks),
  });
}
