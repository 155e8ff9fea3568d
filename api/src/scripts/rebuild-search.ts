import type { ModelOf } from '../database/any-model.ts';
import { readByRanges } from '../database/load-by-ranges.ts';
import type { RunTransaction } from '../database/transaction.ts';
import { liveCircleEntryOf } from '../resources/circles/circle-entry.ts';
import { findersOf } from '../resources/connections/friend-terms.ts';
import { memberEntryOf } from '../resources/members/member-entry.ts';
import type { Models } from '../resources/models.ts';
import { pandaEntryOf } from '../resources/pandas/panda-entry.ts';
import type { SearchEntry } from '../search/search-entry.model.ts';

/**
 * Rebuilds the search index from stored documents, idempotently. Each range is one transaction, so that concurrent writes of members are
 * not lost.
 */
export async function rebuildSearch(models: Models, transaction: RunTransaction): Promise<void> {
  async function rebuild<Doc extends { _id: unknown }, Entry extends SearchEntry>(
    model: ModelOf<Doc>,
    entryModel: ModelOf<Entry>,
    entryOf: (doc: Doc) => Promise<Entry | null> | Entry | null,
  ): Promise<void> {
    for await (const range of readByRanges(model, { size: rangeSize })) {
      const ids = range.map(({ _id }) => _id);
      await transaction(async () => {
        // Safe: the ids belong to this model.
        const docs = await model.find({ _id: { $in: ids } } as object).lean<Doc[]>();
        const entries: Array<Entry | null> = [];
        // Sequential, because a transaction runs one command at a time.
        for (const doc of docs) entries.push(await entryOf(doc));
        await keep(entryModel, entries);
      });
    }
  }
  await rebuild(models.User, models.MemberEntry, async (user) =>
    memberEntryOf(user, await findersOf({ models }, user)),
  );
  await rebuild(models.Circle, models.CircleEntry, liveCircleEntryOf);
  await rebuild(models.Panda, models.PandaEntry, pandaEntryOf);
}

/** Small, so that transactions rarely conflict with members' writes. */
const rangeSize = 100;

async function keep<Entry extends SearchEntry>(
  model: ModelOf<Entry>,
  entries: Array<Entry | null>,
): Promise<void> {
  const writes = entries.flatMap((entry) =>
    entry ? [{ replaceOne: { filter: { _id: entry._id }, replacement: entry, upsert: true } }] : [],
  );
  // Safe: entries are complete, so mongoose has nothing to add.
  if (writes.length > 0) await model.bulkWrite(writes as never[], { ordered: false });
}
