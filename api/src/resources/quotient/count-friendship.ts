import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { memberKey } from '../members/user.model.ts';
import { poolOf } from '../wallet/ledger.model.ts';
import { changeTotals } from './change-totals.ts';

/** Lock keys for starting or ending a friendship: both members, and their Pandas' pools, because stakes write the same totals. */
export async function friendshipKeys({ db }: Services, memberIds: readonly ObjectId[]): Promise<string[]> {
  const pandas = await db.models.Panda.find({ ownerId: { $in: memberIds } }, { _id: 1 }).lean();
  return [...memberIds.map(memberKey), ...pandas.map(({ _id }) => poolOf(_id))];
}

/** Updates both members' friend counts and their Pandas' quotients when a friendship starts (1) or ends (-1) (D38). */
export async function countFriendship(
  services: Services,
  memberIds: readonly ObjectId[],
  by: 1 | -1,
): Promise<void> {
  const { Panda, User } = services.db.models;
  for (const _id of memberIds) {
    const member = await User.findOneAndUpdate(
      { _id },
      { $inc: { friendCount: by } },
      { projection: { pandaId: 1 } },
    ).lean();
    const panda = member?.pandaId && (await Panda.findById(member.pandaId).lean());
    if (panda) await changeTotals(services, panda, { counted: { connections: by } });
  }
}
