import { createHmac } from 'node:crypto';
import { siteKey } from '../../database/site-key.model.ts';
import type { Services } from '../../services.ts';
import type { StakeDoc } from './stake.model.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const length = 6;

/** What stands for a staker who may not be named: six letters, the same at all their stakes on one Panda, others on every other (D73). */
export async function aliases({
  db,
}: Pick<Services, 'db'>): Promise<(stake: Pick<StakeDoc, 'stakerId' | 'pandaId'>) => string> {
  const key = await siteKey(db.models.SiteKey, 'stakers');
  return ({ stakerId, pandaId }) => {
    const hash = createHmac('sha256', key)
      .update(`${String(stakerId)} ${String(pandaId)}`)
      .digest();
    return [...hash.subarray(0, length)].map((byte) => letters[byte % letters.length]).join('');
  };
}
