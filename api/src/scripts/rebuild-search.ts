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
 * Makes everything findable from what is stored, a range at a time; doing it again changes nothing. Each range is one transaction, so what
 * members write meanwhile is not undone.
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
        // Safe: the ids are the model's own.
        const docs = await model.find({ _id: { $in: ids } } as object).lean<Doc[]>();
        const entries: Array<Entry | null> = [];
        // One after the other: a transaction carries one command at a time.
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

/** Small, so that a transaction seldom meets a member's. */
const rangeSize = 100;

async function keep<Entry extends SearchEntry>(
  model: ModelOf<Entry>,
  entries: Array<Entry | null>,
): Promise<void> {
  const writes = entries.flatMap((entry) =>
    entry ? [{ replaceOne: { filter: { _id: entry._id }, replacement: entry, upsert: true } }] : [],
  );
  // True because an entry is whole: what mongoose would add to it is nothing.
  if (writes.length > 0) await model.bulkWrite(writes as never[], { ordered: false });
}
