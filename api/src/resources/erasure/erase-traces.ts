import type { ModelOf } from '../../database/any-model.ts';
import type { ObjectId } from '../../database/ids.ts';
import { erasingUpdate, type MemberKeys, memberDataOf, type Trace } from '../../database/member-data.ts';
import type { Services } from '../../services.ts';

interface Stored {
  _id: ObjectId;
}

/** So many documents are erased at once. */
const batchSize = 200;

/** What is to be erased, and under which random id what stays is kept. */
export interface Erasing {
  keys: MemberKeys;
  as: ObjectId;
  /** The job that erases, which ends last. */
  jobId: string;
}

/**
 * Does to all documents of a member what their models declare (D46), batch by batch; a model that is added later is in it by itself.
 * Models are taken from the last to the first: what an account's postings name outlives them, and the member goes last. May end at
 * any moment and begin again.
 *
 * @param isTimeUp asked after every batch
 * @returns whether nothing is left
 */
export async function eraseTraces(
  { db }: Pick<Services, 'db'>,
  erasing: Erasing,
  isTimeUp: () => boolean,
): Promise<boolean> {
  for (const model of Object.values(db.models).toReversed()) {
    const declared = memberDataOf(model.schema);
    if (!declared || 'none' in declared) continue;
    // True because a model's traces are declared for its own documents.
    const traces = declared.traces as unknown as readonly Trace<Stored>[];
    for (const trace of traces) {
      let batch: Stored[] = [];
      do {
        const before = batch[0];
        batch = await eraseBatch(model as unknown as ModelOf<Stored>, trace, erasing);
        if (before && batch[0] && String(before._id) === String(batch[0]._id))
          throw new Error(`${model.modelName}: its erasure leaves what finds the document.`);
        if (batch.length > 0 && isTimeUp()) return false;
      } while (batch.length > 0);
    }
  }
  return true;
}

/** Erases what is found next, and returns what it was. */
async function eraseBatch(
  model: ModelOf<Stored>,
  { find, erase }: Trace<Stored>,
  { keys, as, jobId }: Erasing,
): Promise<Stored[]> {
  // The job that erases ends last: it is what begins again after a crash.
  const found = { $and: [find(keys), { _id: { $ne: jobId } }] } as object;
  const batch = await model.find(found).limit(batchSize).lean<Stored[]>();
  if (batch.length === 0) return batch;
  const ids = [keys.id, ...(keys.pandaId ? [keys.pandaId] : [])].map((gone) => [gone, as] as const);
  if (erase === 'delete') await model.deleteMany({ _id: { $in: batch.map(({ _id }) => _id) } });
  else {
    const updates = batch.map((doc) => ({
      updateOne: { filter: { _id: doc._id }, update: erasingUpdate(erase, doc, ids) },
    }));
    await model.bulkWrite(updates);
  }
  return batch;
}
