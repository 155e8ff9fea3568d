import type { Membership } from '@frens/contract';
import type { CircleDoc } from './circle.model.ts';

/** What stands before who is not in a circle: nothing, the want of an invitation, or of a stake (D29, D31). */
export type Door = 'open' | 'invite' | 'stake';

/** @param staked hundredths that whoever comes has in open stakes where the gate counts them */
export function doorOf(
  { circleType, gateMinAmount }: Pick<CircleDoc, 'circleType' | 'gateMinAmount'>,
  staked: number,
): Door {
  if (circleType !== 'stake_gated') return circleType;
  return staked >= (gateMinAmount ?? 0) ? 'open' : 'stake';
}

/** Members of an invite circle are shown to its members alone, others to every fren (D27). */
export function showsMembersTo(
  membership: Membership,
  { circleType }: Pick<CircleDoc, 'circleType'>,
): boolean {
  return circleType !== 'invite' || !['none', 'requested'].includes(membership);
}
