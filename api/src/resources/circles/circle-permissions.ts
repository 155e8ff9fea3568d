import type { ModelOf } from '../../database/any-model.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';

interface Part {
  _id: ObjectId;
  circleId: ObjectId;
}

/** What lies in other collections, belongs to one circle and goes with it; its memberships aside, which are counted. */
function partsOf({ models }: Services['db']): Array<ModelOf<Part>> {
  // True because their documents have these fields.
  return [
    models.CircleRequest,
    models.CircleLink,
    models.CircleInvitation,
    models.CircleBan,
    models.CirclePost,
  ] as unknown as Array<ModelOf<Part>>;
}

/**
 * Deletes parts of a circle, so many of each kind at most, in the caller's transaction.
 *
 * @returns whether none is left
 */
export async function deleteParts({ db }: Services, circleId: ObjectId, atMost: number): Promise<boolean> {
  let isAll = true;
  for (const Part of partsOf(db)) {
    const batch = await Part.find({ circleId }, { _id: 1 }).limit(atMost).lean();
    await Part.deleteMany({ _id: { $in: batch.map(({ _id }) => _id) } });
    if (batch.length === atMost) isAll = false;
  }
  return isAll;
}
