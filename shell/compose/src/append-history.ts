import { setTimeout } from 'node:timers/promises';
import { lockPruning } from './lock-pruning.ts';
import { archiveWhenFull } from './read-history.ts';
import { Refusal } from './refusal.ts';
import { renderPages } from './render/render-pages.ts';
import { republishAssets, shownIn } from './republish-assets.ts';
import type { Author, HistoryEntry } from './store/history-entry.ts';
import { LiveMoved, type SiteStore } from './store/site-store.ts';

/** A requested step; the store adds what follows from the previous one. */
export type NextStep = Pick<HistoryEntry, 'kind' | 'composition'> &
  Partial<
    Pick<
      HistoryEntry,
      'backTo' | 'skipped' | 'pruned' | 'quarantined' | 'endedCanary' | 'takenOff' | 'canary' | 'frozen'
    >
  >;

/** How often a step is retried after others were faster (compare-and-set). Somebody makes progress each time, so it ends well before. */
const mostTries = 200;
/** How long the first step of an environment waits for a prune, in milliseconds. */
const lockPatience = 90_000;

/**
 * Appends one step to an environment's history. When another process is faster, it decides again from the new state, so no
 * change is lost.
 *
 * @param decide returns the step that follows the newest entry, or null for none
 * @returns the new entry, or null if `decide` returned null
 * @throws Refusal when other processes win every retry, and the errors of `decide`
 */
export async function appendHistory(
  store: SiteStore,
  environment: string,
  author: Author,
  decide: (head: HistoryEntry | null) => Promise<NextStep | null>,
): Promise<HistoryEntry | null> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const head = await store.head(environment);
    // A prune appends a step to every environment to invalidate concurrent decisions; a new environment has no step yet and needs the lock.
    const lock = head ? null : await lockPruning(store, lockPatience);
    try {
      const step = await decide(head);
      if (step === null) return null;
      const entry: HistoryEntry = {
        ...author,
        number: (head?.number ?? 0) + 1,
        at: new Date().toISOString(),
        frozen: head?.frozen ?? null,
        canary: head?.canary ?? null,
        takenOff: head?.takenOff,
        ...step,
      };
      const before = head ? shownIn(head) : [];
      const added = shownIn(entry).filter((id) => !before.includes(id));
      await renderMissing(store, added);
      await store.append(entry, environment);
      // Restores files that an interrupted prune removed. If that fails, the step remains, and the next prune repeats it.
      await republishAssets(store, added).catch(() => []);
      await archiveWhenFull(store, environment, entry.number);
      return entry;
    } catch (error) {
      if (!(error instanceof LiveMoved)) throw error;
      await setTimeout(Math.random() * 20);
    } finally {
      await lock?.unlock();
    }
  }
  throw new Refusal('moved', `${environment} was moved by others ${mostTries} times: try again later.`);
}

/** How long a step waits for pages to be rendered, in milliseconds. */
const renderingPatience = 20_000;

/**
 * Renders the pages of versions that were never live together, as after a rollback, a quarantine, or when a canary is rebased. Failures are
 * left to browsers, because such a step repairs the site and must not wait for a broken version.
 */
async function renderMissing(store: SiteStore, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const rendering = store
      .composition(id)
      .then((composition) => renderPages(store, composition, { patience: renderingPatience }));
    await rendering.catch(() => []);
  }
}
