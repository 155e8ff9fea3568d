import { batchFind } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { readNewest } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ConnectionDoc } from '../connections/connection.model.ts';

// Where candidates are found: friendships of friends and members of circles, each up to a bound.

const { circles, perCircle } = serverLimits.proposals;

/** Friendships that some members asked for, and that they were asked for. */
export type Sides = readonly [ConnectionDoc[], ConnectionDoc[]];

/** A member, and a friend of theirs. */
type Edge = readonly [id: ObjectId, friendId: ObjectId];

/** Friendships of some members, so many each way at most. */
export async function readSides({ db }: Services, ids: readonly ObjectId[], most: number): Promise<Sides> {
  const readSide = (side: 'requesterId' | 'addresseeId') =>
    ids.length === 0
      ? []
      : batchFind(db.models.Connection, { [side]: { $in: [...ids] }, status: 'accepted' }, [
          { $limit: most },
        ]);
  return Promise.all([readSide('requesterId'), readSide('addresseeId')]);
}

/** The same as edges from those members. */
export function edgesOf([asked, askedBy]: Sides): Edge[] {
  return [
    ...asked.map((one): Edge => [one.requesterId, one.addresseeId]),
    ...askedBy.map((one): Edge => [one.addresseeId, one.requesterId]),
  ];
}

/** The newest memberships of the first of some circles. */
export async function readNewestIn({ db }: Services, circleIds: readonly ObjectId[]) {
  const lists = await Promise.all(
    distinct(circleIds)
      .slice(0, circles)
      .map((circleId) => readNewest(db.models.Membership, { circleId }, perCircle)),
  );
  return lists.flat();
}

/** Some ids in the order of the weights with which they are named: of whom most speaks for what is read so far, the first are looked at. */
export function likeliestFirst(
  named: ReadonlyArray<{ weight: number; ids: readonly ObjectId[] }>,
): ObjectId[] {
  const weighed = new Map<string, { id: ObjectId; weight: number }>();
  for (const { weight, ids } of named)
    for (const id of ids) {
      const key = String(id);
      weighed.set(key, { id, weight: weight + (weighed.get(key)?.weight ?? 0) });
    }
  return [...weighed.values()].toSorted((one, other) => other.weight - one.weight).map(({ id }) => id);
}

/** Each id once, where it is named first. */
export function distinct(ids: readonly ObjectId[]): ObjectId[] {
  return [...new Map(ids.map((id) => [String(id), id])).values()];
}

export const idsOf = (rows: ReadonlyArray<{ _id: ObjectId }>) => rows.map(({ _id }) => _id);
