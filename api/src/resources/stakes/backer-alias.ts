import { createHmac } from 'node:crypto';
import { siteKey } from '../../database/site-key.model.ts';
import type { Services } from '../../services.ts';
import type { StakeDoc } from './stake.model.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const length = 6;

/** Returns a function that makes the alias of an anonymous staker: six letters, the same for all their stakes on one Panda only (D73). */
export async function createBackerAlias({
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
