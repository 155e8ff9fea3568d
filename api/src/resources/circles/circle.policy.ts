import type { Membership } from '@frens/contract';
import type { CircleDoc } from './circle.model.ts';

/** What a non-member still needs to join a circle: nothing (`open`), an invitation or a stake (D29, D31). */
export type JoinRequirement = 'open' | 'invite' | 'stake';

/** @param staked the open stakes of the non-member that the gate counts, in hundredths */
export function requirementOf(
  { circleType, gateMinAmount }: Pick<CircleDoc, 'circleType' | 'gateMinAmount'>,
  staked: number,
): JoinRequirement {
  if (circleType !== 'stake_gated') return circleType;
  return staked >= (gateMinAmount ?? 0) ? 'open' : 'stake';
}

/** Whether a member sees who is in a circle: in an invite circle only its own members do (D27). */
export function showsMembersTo(
  membership: Membership,
  { circleType }: Pick<CircleDoc, 'circleType'>,
): boolean {
  return circleType !== 'invite' || !['none', 'requested'].includes(membership);
}
