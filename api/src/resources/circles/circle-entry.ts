import type { SearchEntry } from '../../search/search-entry.model.ts';
import { searchEntryOf } from '../../search/search-entry.ts';
import type { Services } from '../../services.ts';
import { type CircleDoc, isEnded } from './circle.model.ts';

/** Builds a circle's search entry from its name and description. */
export function circleEntryOf(circle: CircleDoc): SearchEntry {
  return searchEntryOf(circle, [circle.name, circle.description]);
}

/** The same, but null for a circle that has ended or was removed: searches do not find it. */
export function liveCircleEntryOf(circle: CircleDoc): SearchEntry | null {
  return isEnded(circle) ? null : circleEntryOf(circle);
}

/** Updates a circle's search entry, in the transaction that changes the circle. */
export async function indexCircle({ db }: Services, circle: CircleDoc): Promise<void> {
  const entry = circleEntryOf(circle);
  await db.models.CircleEntry.replaceOne({ _id: circle._id }, entry, { upsert: true });
}
