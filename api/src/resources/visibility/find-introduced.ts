import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { pairOf } from '../connections/connection.model.ts';
import { openSince } from '../matches/match.policy.ts';

/**
 * Who is tied to the viewer by an introduction, as one of the two or as its matchmaker (D16). It ties for as long as it
 * could wait, however it ended: so what is shown of anybody tells nothing of an answer (D25).
 */
export async function findIntroduced(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  viewerId: ObjectId,
  ids: readonly ObjectId[],
): Promise<Set<string>> {
  const pairs = new Map(ids.map((id) => [pairOf(viewerId, id), String(id)]));
  const matches = await db.models.Match.find(
    { pairs: { $in: [...pairs.keys()] }, createdAt: { $gt: openSince(clock.now()) } },
    { pairs: 1 },
  ).lean();
  return new Set(matches.flatMap((match) => match.pairs.flatMap((pair) => pairs.get(pair) ?? [])));
}
