import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { memberKey } from '../members/user.model.ts';

/** Deletes an erased member's Panda after its backers were refunded (D46); its timeline follows. Returns whether there was one. */
export async function retirePanda({ db }: Services, ownerId: ObjectId): Promise<boolean> {
  const { Panda, PandaEntry, User } = db.models;
  return db.transaction(
    async () => {
      const panda = await Panda.findOneAndDelete({ ownerId }).lean();
      if (!panda) return false;
      if (panda.totalStaked !== 0) throw new Error(`Panda ${String(panda._id)} still holds stakes.`);
      await PandaEntry.deleteOne({ _id: panda._id });
      await User.updateOne({ _id: ownerId }, { $set: { pandaId: null } });
      return true;
    },
    { lockKeys: [memberKey(ownerId)] },
  );
}
