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
  /** Hundredths; absent: all of it. */
  amount?: number;
  /** Also ends the memberships that the rest no longer pays for (D31). */
  confirm: boolean;
  idempotencyKey?: string;
}

/** Who moves BAMBOO of this wallet or behind this Panda waits in line, and who joins or leaves the circles that it costs. */
export async function unstakeLocks(
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
 * Takes back a stake of one's own, or a part of it (D36), once it has been there for seven days.
 *
 * @returns the Panda
 */
export async function unstake(
  services: Services,
  { memberId, stakeId, amount: asked, confirm, idempotencyKey }: UnstakeRequest,
): Promise<{ pandaId: ObjectId }> {
  const { Stake, User } = services.db.models;
  const stake = await Stake.findOne({ _id: stakeId, stakerId: memberId }).lean();
  if (!stake) throw notFound();
  if (isLocked(stake, services.clock.now())) {
    const unlocksAt = unlockTimeOf(stake).toISOString();
    throw conflict(errorCodes.stakeLocked, { details: { unlocksAt } });
  }
  const amount = asked ?? stake.amount;
  if (amount > stake.amount)
    throw conflict(errorCodes.moreThanStaked, { details: { amount: toBamboo(stake.amount) } });

  // Whoever joins a circle writes this too, so that nobody joins with a stake that is going at that very moment.
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
