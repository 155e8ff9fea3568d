import type { Circle } from '@frens/contract';
import type { Services } from '../../services.ts';
import type { CircleDoc } from '../circles/circle.model.ts';
import { presentCircles } from '../circles/circle.presenter.ts';
import { findCirclesOfBlocked } from '../circles/find-circle.ts';
import type { MemberViewing } from '../pandas/panda.presenter.ts';
import { findExcluded } from '../visibility/find-excluded.ts';

/** Some circles in their order, without those that the list of circles would not show to the member. */
export async function showCircles(
  services: Services,
  viewing: MemberViewing,
  circles: readonly CircleDoc[],
): Promise<Circle[]> {
  const [excluded, presented] = await Promise.all([
    findExcluded(services, viewing.viewer, 'circle', circles, findCirclesOfBlocked),
    presentCircles(services, viewing, circles),
  ]);
  return presented.filter(({ id }) => !excluded.has(id));
}
