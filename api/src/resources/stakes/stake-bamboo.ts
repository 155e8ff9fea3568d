import { toBamboo } from '@frens/contract/bamboo';
import { errorCodes } from '@frens/contract/errors';
import { limits } from '@frens/contract/limits';
import type { ClientSession } from 'mongoose';
import { ago, hour, second } from '../../clock.ts';
import { newId, type ObjectId } from '../../database/ids.ts';
import { conflict, forbidden, notFound, tooMany } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import type { Panda } from '../pandas/panda.model.ts';
import { writeMilestone } from '../pandas/write-milestone.ts';
import { refreshPanda } from '../quotient/refresh-panda.ts';
import { balanceOf, move, poolOf, walletOf } from '../wallet/ledger.ts';
import type { StakeDoc } from './stake.model.ts';

interface Wish {
  pandaId: ObjectId;
  /** Hundredths. */
  amount: number;
  idempotencyKey?: string;
}

/** Puts BAMBOO behind a Panda (D34): wallet, pool, stake, ledger and the Panda's totals change together or not at all. */
export async function stakeBamboo(
  services: Services,
  staker: User,
  { pandaId, amount, idempotencyKey }: Wish,
  session: ClientSession,
): Promise<{ stake: StakeDoc; panda: Panda }> {
  const { db, clock } = services;
  if (!staker.profileComplete) throw forbidden(errorCodes.profileIncomplete);
  const panda = await db.models.Panda.findById(pandaId, null, { session }).lean();
  if (!panda) throw notFound();
  await refuseTooManyStakes(services, staker, session);

  const stake: StakeDoc = { _id: newId(), pandaId, stakerId: staker._id, amount, createdAt: clock.now() };
  const moved = await move(
    services,
    {
      kind: 'stake',
      memberId: staker._id,
      from: walletOf(staker._id),
      to: poolOf(pandaId),
      amount,
      stakeId: stake._id,
      idempotencyKey,
    },
    session,
  );
  if (!moved) {
    const balance = toBamboo(await balanceOf(services, staker._id, session));
    throw conflict(errorCodes.insufficientBamboo, { details: { balance } });
  }
  await db.models.Stake.create([stake], { session });
  const updated = await refreshPanda(services, panda, session);
  if (!updated) throw notFound();
  if (updated.uniqueBackers > panda.uniqueBackers) {
    await writeMilestone(services, pandaId, String(updated.uniqueBackers), session);
  }
  return { stake, panda: updated };
}

async function refuseTooManyStakes(
  { db, clock }: Services,
  staker: User,
  session: ClientSession,
): Promise<void> {
  const since = ago(clock, hour);
  const recent = { stakerId: staker._id, createdAt: { $gt: since } };
  if ((await db.models.Stake.countDocuments(recent, { session })) < limits.stakes.perHour) return;
  const oldest = await db.models.Stake.findOne(recent, { createdAt: 1 }, { session })
    .sort({ createdAt: 1 })
    .lean();
  throw tooMany(((oldest?.createdAt ?? since).getTime() - since.getTime()) / second);
}
