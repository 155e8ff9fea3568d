import type { Circle } from '@frens/contract';
import type { Services } from '../../services.ts';
import type { MemberViewing } from '../pandas/panda.presenter.ts';
import { findExcluded } from '../visibility/find-excluded.ts';
import type { CircleDoc, MembershipDoc } from './circle.model.ts';
import { presentCircles } from './circle.presenter.ts';
import { findCirclesOfBlocked } from './find-circle.ts';

/**
 * Presents circles in their order, without those that the list of circles hides from the member.
 *
 * @param memberships the member's own, if the caller reads them anyway
 */
export async function showCircles(
  services: Services,
  viewing: MemberViewing,
  circles: readonly CircleDoc[],
  memberships?: Promise<readonly MembershipDoc[]>,
): Promise<Circle[]> {
  const [excluded, presented] = await Promise.all([
    findExcluded(services, viewing.viewer, 'circle', circles, findCirclesOfBlocked),
    presentCircles(services, viewing, circles, { memberships }),
  ]);
  return presented.filter(({ id }) => !excluded.has(id));
}
