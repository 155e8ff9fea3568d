import { frenQuotient } from '@frens/contract/quotient';
import type { ClientSession } from 'mongoose';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { Panda } from '../pandas/panda.model.ts';

/** The stored totals of a Panda, computed from what they count (D35, D38). */
export type PandaTotals = Pick<Panda, 'totalStaked' | 'uniqueBackers' | 'quotient' | 'quotientParts'>;

/** Computes totals and quotient anew. Unconfirmed accounts back a Panda but do not count in its quotient (D7). */
export async function totalsOf(
  services: Services,
  { _id, ownerId }: Pick<Panda, '_id' | 'ownerId'>,
  session: ClientSession,
): Promise<PandaTotals> {
  const { Stake, User } = services.db.models;
  const backings = await Stake.aggregate<{ _id: ObjectId; amount: number }>([
    { $match: { pandaId: _id } },
    { $group: { _id: '$stakerId', amount: { $sum: '$amount' } } },
  ]).session(session);
  const others = backings.filter((backing) => !backing._id.equals(ownerId)).map((backing) => backing._id);
  const confirmed = await User.find(
    { _id: { $in: others }, emailVerified: true },
    { _id: 1 },
    { session },
  ).lean();
  const counted = new Set(confirmed.map((user) => String(user._id)));
  const quotient = frenQuotient({
    quizDone: true,
    stakesByBacker: backings.filter(({ _id: id }) => counted.has(String(id))).map(({ amount }) => amount),
    connections: await countFriends(services, ownerId, session),
    acceptedMatches: 0,
  });
  return {
    totalStaked: backings.reduce((sum, { amount }) => sum + amount, 0),
    uniqueBackers: backings.length,
    quotient: quotient.total,
    quotientParts: quotient.parts,
  };
}

/** Brings a Panda's stored totals up to date, in the transaction of what changed them. */
export async function refreshPanda(
  services: Services,
  panda: Pick<Panda, '_id' | 'ownerId'>,
  session: ClientSession,
): Promise<Panda | null> {
  const totals = await totalsOf(services, panda, session);
  return services.db.models.Panda.findOneAndUpdate(
    { _id: panda._id },
    { $set: totals },
    { session, returnDocument: 'after' },
  ).lean();
}

/** The same for a member's Panda, if they have one. */
export async function refreshQuotientOf(
  services: Services,
  memberId: ObjectId,
  session: ClientSession,
): Promise<void> {
  const panda = await services.db.models.Panda.findOne({ ownerId: memberId }, null, { session }).lean();
  if (panda) await refreshPanda(services, panda, session);
}

async function countFriends({ db }: Services, memberId: ObjectId, session: ClientSession): Promise<number> {
  return db.models.Connection.countDocuments(
    { status: 'accepted', $or: [{ requesterId: memberId }, { addresseeId: memberId }] },
    { session },
  );
}
