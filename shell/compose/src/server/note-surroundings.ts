import { isDeepStrictEqual } from 'node:util';
import type { Origins, SiteStore } from '../store/site-store.ts';

/** Records the calls of a server's API and its origins in the store: the gate checks publications against both. */
export async function noteSurroundings(
  store: SiteStore,
  environment: string,
  origins: Origins,
): Promise<void> {
  const calls = await store.site.readCalls?.();
  if (calls && !isDeepStrictEqual(await store.apiCalls(environment), calls))
    await store.saveApiCalls(environment, [...calls]);
  if (!isDeepStrictEqual(await store.origins(environment), origins))
    await store.saveOrigins(environment, origins);
}
