import { limits } from '@frens/contract/limits';
import { day } from '../../clock.ts';
import { batchFind } from '../../database/batch-loader.ts';
import type { Services } from '../../services.ts';
import type { MatchDoc } from './match.model.ts';
import { cooldownStart } from './match.policy.ts';

/** Loads the introductions that can prevent new ones of these pairs: pending ones, and declined ones during their cooldown (D25). */
export function loadCooldowns({ db, clock }: Services, pairs: readonly string[]): Promise<MatchDoc[]> {
  // An introduction can be declined until it expires, so it may have been created that much earlier.
  const since = new Date(cooldownStart(clock.now()).getTime() - limits.matches.openDays * day);
  return batchFind(db.models.Match, {
    pair: pairs.length === 1 ? pairs[0] : { $in: [...pairs] },
    status: { $in: ['pending', 'declined'] },
    createdAt: { $gt: since },
  });
}
