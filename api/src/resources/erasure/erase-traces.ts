import type { ModelOf } from '../../database/any-model.ts';
import type { ObjectId } from '../../database/ids.ts';
import { erasingUpdate, type MemberKeys, memberDataOf, type Trace } from '../../database/member-data.ts';
import type { Services } from '../../services.ts';

interface Stored {
  _id: ObjectId;
}

/** Documents per batch. */
const batchSize = 200;

/** Whose documents to erase, and the random id that replaces the member's in documents that stay. */
export interface Erasing {
  keys: MemberKeys;
  as: ObjectId;
  /** The running job, which is not erased: it has to resume after a crash. */
  jobId: string;
}

/**
 * Erases or pseudonymises all documents of a member in batches, as their models declare it (D46), models added later included.
 * Goes through the models in reverse order: accounts outlive the postings that refer to them, and the member goes last. Can stop at
 * any point and resume.
 *
 * @param isTimeUp checked after every batch
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
    // Safe: a model declares its traces for its own documents.
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

/** Erases the next batch of a trace and returns its documents as they were. */
async function eraseBatch(
  model: ModelOf<Stored>,
  { find, erase }: Trace<Stored>,
  { keys, as, jobId }: Erasing,
): Promise<Stored[]> {
  // Keep the running job: it resumes the erasure after a crash.
  const filter = { $and: [find(keys), { _id: { $ne: jobId } }] } as object;
  const batch = await model.find(filter).limit(batchSize).lean<Stored[]>();
  if (batch.length === 0) return batch;
  const ids = [keys.id, ...(keys.pandaId ? [keys.pandaId] : [])].map((id) => [id, as] as const);
  if (erase === 'delete') await model.deleteMany({ _id: { $in: batch.map(({ _id }) => _id) } });
  else {
    const updates = batch.map((doc) => ({
      updateOne: { filter: { _id: doc._id }, update: erasingUpdate(erase, doc, ids) },
    }));
    await model.bulkWrite(updates);
  }
  return batch;
}
