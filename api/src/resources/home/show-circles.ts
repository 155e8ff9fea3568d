import type { Circle } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { notEnded } from '../circles/circle.model.ts';
import { presentCircles } from '../circles/circle.presenter.ts';
import { findCirclesOfBlocked } from '../circles/find-circle.ts';
import type { MemberViewing } from '../pandas/panda.presenter.ts';
import { findExcluded } from '../visibility/find-excluded.ts';

/** Some circles in the order of their ids, without those that the list of circles would not show to the member. */
export async function showCircles(
  services: Services,
  viewing: MemberViewing,
  ids: readonly ObjectId[],
): Promise<Circle[]> {
  if (ids.length === 0) return [];
  const found = await services.db.models.Circle.find({ _id: { $in: [...ids] }, ...notEnded }).lean();
  const excluded = await findExcluded(services, viewing.viewer, 'circle', found, findCirclesOfBlocked);
  const byId = new Map(found.map((circle) => [String(circle._id), circle]));
  const shown = ids.flatMap((id) => (excluded.has(String(id)) ? [] : (byId.get(String(id)) ?? [])));
  return presentCircles(services, viewing, shown);
}
