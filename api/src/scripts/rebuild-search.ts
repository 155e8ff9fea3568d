import type { ModelOf } from '../database/any-model.ts';
import { readByRanges } from '../database/load-by-ranges.ts';
import { liveCircleEntryOf } from '../resources/circles/circle-entry.ts';
import { findersOf } from '../resources/connections/friend-terms.ts';
import { memberEntryOf } from '../resources/members/member-entry.ts';
import type { Models } from '../resources/models.ts';
import { pandaEntryOf } from '../resources/pandas/panda-entry.ts';
import type { SearchEntry } from '../search/search-entry.model.ts';

/** Makes everything findable from what is stored, a range at a time; doing it again changes nothing. */
export async function rebuildSearch(models: Models): Promise<void> {
  for await (const users of readByRanges(models.User)) {
    const entries = users.map(async (user) => memberEntryOf(user, await findersOf({ models }, user)));
    await keep(models.MemberEntry, await Promise.all(entries));
  }
  for await (const circles of readByRanges(models.Circle)) {
    await keep(models.CircleEntry, circles.map(liveCircleEntryOf));
  }
  for await (const pandas of readByRanges(models.Panda)) {
    await keep(models.PandaEntry, pandas.map(pandaEntryOf));
  }
}

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
