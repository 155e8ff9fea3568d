import { leaveUnasked, onTooOld, safeSessionStorage } from '@frens/platform/internal';

const kept = 'loaded-because-too-old';
/** How long a page reloaded for this reason is not reloaded again: the HTML may come from an equally stale cache. In milliseconds. */
const pauseMs = 60_000;

/**
 * Reloads the page when the API no longer serves its contract. Drafts keep what was typed; the refused call has done nothing, and
 * its notice stays until the new page is there.
 */
export function reloadWhenOutdated(loadDocument: () => void, now: () => number = Date.now): void {
  onTooOld(() => {
    if (now() - Number(safeSessionStorage.read(kept)) < pauseMs) return;
    // Without storage it could reload forever; the notice says what to do.
    if (!safeSessionStorage.write(kept, String(now()))) return;
    leaveUnasked();
    loadDocument();
  });
}
