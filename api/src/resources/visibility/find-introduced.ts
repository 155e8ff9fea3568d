import { batchFind } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { pairOf } from '../connections/connection.model.ts';
import { openSince } from '../matches/match.policy.ts';

/**
 * Finds members related to the viewer by an introduction, as one of the two or as matchmaker (D16). The relation lasts until the
 * introduction would have expired, whatever its outcome, so visibility reveals no answer (D25).
 */
export async function findIntroduced(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewerId: ObjectId,
  ids: readonly ObjectId[],
): Promise<Set<string>> {
  const pairs = new Map(ids.map((id) => [pairOf(viewerId, id), String(id)]));
  const matches = await batchFind(db.models.Match, {
    pairs: { $in: [...pairs.keys()] },
    createdAt: { $gt: openSince(clock.now()) },
  });
  return new Set(matches.flatMap((match) => match.pairs.flatMap((pair) => pairs.get(pair) ?? [])));
}
