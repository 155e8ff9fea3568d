import { appendHistory } from '../append-history.ts';
import type { Composition } from '../model/composition.ts';
import { defaultEnvironment } from '../store/history-entry.ts';
import type { SiteStore } from '../store/site-store.ts';

/** Makes a composition live without the gate and returns its id. */
export async function goLive(store: SiteStore, composition: Composition): Promise<string> {
  const id = await store.saveComposition(composition);
  await appendHistory(store, defaultEnvironment, { who: 'test', why: null }, async () => ({
    kind: 'promote',
    composition: id,
  }));
  return id;
}
