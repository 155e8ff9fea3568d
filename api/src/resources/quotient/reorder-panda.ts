import type { Services } from '../../services.ts';
import type { Panda } from '../pandas/panda.model.ts';
import { sortKeysOf } from '../pandas/panda-entry.model.ts';

/** Moves a Panda to its new places in the orders, in the transaction of what changed its figures. */
export async function reorderPanda({ db }: Services, before: Panda, after: Panda): Promise<void> {
  const [was, is] = [sortKeysOf(before), sortKeysOf(after)];
  // Each figure has a key for every piece of the name: what stays is not written.
  if (was.quotient === is.quotient && was.backers === is.backers) return;
  await db.models.PandaEntry.updateOne({ _id: before._id }, { $set: is });
}
