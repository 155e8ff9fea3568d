import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { changeTotals } from './change-totals.ts';

/** A friendship begins (1) or ends (-1): it counts for both members and in the quotient of both Pandas (D38). */
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
