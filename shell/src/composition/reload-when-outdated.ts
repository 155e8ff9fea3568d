import { safeSessionStorage } from '@frens/platform';
import { leaveUnasked, onTooOld } from '@frens/platform/internal';

const kept = 'loaded-because-too-old';
/** How long a page that was loaded for this is not loaded again for it: the HTML may come from a cache that is as old. In milliseconds. */
const pauseMs = 60_000;

/**
 * Loads the page anew when the API does not serve pages of its age any more. What was typed is kept by the drafts of its forms; the call that was
 * refused has done nothing, and its notice stays on show until the new page is there.
 */
export function reloadWhenOutdated(loadDocument: () => void, now: () => number = Date.now): void {
  onTooOld(() => {
    if (now() - Number(safeSessionStorage.read(kept)) < pauseMs) return;
    // Without a memory it might load itself for ever; the notice says what to do.
    if (!safeSessionStorage.write(kept, String(now()))) return;
    leaveUnasked();
    loadDocument();
  });
}
