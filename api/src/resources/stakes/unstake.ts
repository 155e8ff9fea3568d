import { toBamboo } from '@frens/contract/bamboo';
import { errorCodes } from '@frens/contract/errors';
import type { ObjectId } from '../../database/ids.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { circleKey } from '../circles/circle.model.ts';
import { circlesBehindStake, endMemberships } from '../circles/circles-behind-stake.ts';
import { memberKey } from '../members/user.model.ts';
import { poolOf, walletOf } from '../wallet/ledger.ts';
import { refundStake } from './refund-stake.ts';
import { isLocked, unlockTimeOf } from './stake.model.ts';

interface UnstakeRequest {
  memberId: ObjectId;
  stakeId: ObjectId;
  /** Hundredths; absent: the whole stake. */
  amount?: number;
  /** Also ends the memberships for which the rest is too little (D31). */
  confirm: boolean;
  idempotencyKey?: string;
}

/** Lock keys that serialise movements of this wallet and pool, and changes to the memberships that the withdrawal may end. */
export async function unstakeLockKeys(
  services: Services,
  { memberId, stakeId, confirm }: UnstakeRequest,
): Promise<string[]> {
  const stake = await services.db.models.Stake.findOne({ _id: stakeId, stakerId: memberId }).lean();
  const circles = stake && confirm ? await circlesBehindStake(services, memberId, stake) : [];
  return [
    walletOf(memberId),
    ...(stake ? [poolOf(stake.pandaId)] : []),
    memberKey(memberId),
    ...circles.map(({ _id }) => circleKey(_id)),
  ];
}

/**
 * Withdraws a member's own stake, or a part of it, seven days after staking at the earliest (D36).
 *
 * @returns the id of the Panda
 * @throws 404 when the member has no such stake; 409 `stake_locked`, `more_than_staked`, or `circles_affected` without `confirm`
 */
export async function unstake(
  services: Services,
  { memberId, stakeId, amount: requestedAmount, confirm, idempotencyKey }: UnstakeRequest,
): Promise<{ pandaId: ObjectId }> {
  const { Stake, User } = services.db.models;
  const stake = await Stake.findOne({ _id: stakeId, stakerId: memberId }).lean();
  if (!stake) throw notFound();
  if (isLocked(stake, services.clock.now())) {
    const unlocksAt = unlockTimeOf(stake).toISOString();
    throw conflict(errorCodes.stakeLocked, { details: { unlocksAt } });
  }
  const amount = requestedAmount ?? stake.amount;
  if (amount > stake.amount)
    throw conflict(errorCodes.moreThanStaked, { details: { amount: toBamboo(stake.amount) } });

  // Joining a circle increments this too: a concurrent join that relies on this stake conflicts, and retries.
  await User.updateOne({ _id: memberId }, { $inc: { countedActs: 1 } });
  const circles = await circlesBehindStake(services, memberId, { ...stake, amount });
  if (circles.length > 0 && !confirm) {
    const named = circles.map(({ _id, name }) => ({ id: String(_id), name }));
    throw conflict(errorCodes.circlesAffected, { details: { circles: named } });
  }
  await endMemberships(services, memberId, circles);
  await refundStake(services, [{ ...stake, amount }], { kind: 'unstake', idempotencyKey });
  if (amount === stake.amount) await Stake.deleteOne({ _id: stakeId });
  else await Stake.updateOne({ _id: stakeId }, { $inc: { amount: -amount } });
  return { pandaId: stake.pandaId };
}
