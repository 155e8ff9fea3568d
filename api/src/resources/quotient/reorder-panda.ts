import type { Services } from '../../services.ts';
import type { Panda } from '../pandas/panda.model.ts';
import { sortKeysOf } from '../pandas/panda-entry.model.ts';

/** Updates a Panda's sort keys in its search entry, in the transaction that changed its totals. */
export async function reorderPanda({ db }: Services, before: Panda, after: Panda): Promise<void> {
  const [was, is] = [sortKeysOf(before), sortKeysOf(after)];
  // Skips unchanged keys: each one has an index key for every n-gram of the name.
  if (was.quotient === is.quotient && was.backers === is.backers) return;
  await db.models.PandaEntry.updateOne({ _id: before._id }, { $set: is });
}
