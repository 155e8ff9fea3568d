import type { SearchEntry } from '../../search/search-entry.model.ts';
import { searchEntryOf } from '../../search/search-entry.ts';
import type { Services } from '../../services.ts';
import type { CircleDoc } from './circle.model.ts';

/** A circle as it is searched for: by name and description. */
export function circleEntryOf(circle: CircleDoc): SearchEntry {
  return searchEntryOf(circle, [circle.name, circle.description]);
}

/** The same of a circle that may have ended: then it is not found any more. */
export function liveCircleEntryOf(circle: CircleDoc): SearchEntry | null {
  return circle.endedAt || circle.removedAt ? null : circleEntryOf(circle);
}

/** Makes a circle findable as it is now, in the transaction of what changed it. */
export async function indexCircle({ db }: Services, circle: CircleDoc): Promise<void> {
  const entry = circleEntryOf(circle);
  await db.models.CircleEntry.replaceOne({ _id: circle._id }, entry, { upsert: true });
}
