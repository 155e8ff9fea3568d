import type { ModelOf } from '../../database/any-model.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';

interface Part {
  _id: ObjectId;
  circleId: ObjectId;
}

/** The models whose documents are deleted with their circle; without memberships, which are also counted. */
function partModels({ models }: Services['db']): Array<ModelOf<Part>> {
  // Safe: their documents have these fields.
  return [
    models.CircleRequest,
    models.CircleLink,
    models.CircleInvitation,
    models.CircleBan,
    models.CirclePost,
  ] as unknown as Array<ModelOf<Part>>;
}

/**
 * Cascades a circle's deletion to documents that belong to it: at most `atMost` of each kind, in the caller's transaction.
 *
 * @returns whether none are left
 */
export async function deleteCircleParts(
  { db }: Services,
  circleId: ObjectId,
  atMost: number,
): Promise<boolean> {
  let isAll = true;
  for (const Part of partModels(db)) {
    const batch = await Part.find({ circleId }, { _id: 1 }).limit(atMost).lean();
    await Part.deleteMany({ _id: { $in: batch.map(({ _id }) => _id) } });
    if (batch.length === atMost) isAll = false;
  }
  return isAll;
}
