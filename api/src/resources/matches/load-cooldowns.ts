import { limits } from '@frens/contract/limits';
import { day } from '../../clock.ts';
import { readTogether } from '../../database/batch-loader.ts';
import type { Services } from '../../services.ts';
import type { MatchDoc } from './match.model.ts';
import { barredSince } from './match.policy.ts';

/** What may bar some pairs from being introduced: their introductions that wait, and those that ended with a no (D25). */
export function loadCooldowns({ db, clock }: Services, pairs: readonly string[]): Promise<MatchDoc[]> {
  // One that was declined on its last day was made so long before.
  const since = new Date(barredSince(clock.now()).getTime() - limits.matches.openDays * day);
  return readTogether(db.models.Match, {
    pair: pairs.length === 1 ? pairs[0] : { $in: [...pairs] },
    status: { $in: ['pending', 'declined'] },
    createdAt: { $gt: since },
  });
}
