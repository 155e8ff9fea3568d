import { isDeepStrictEqual } from 'node:util';
import type { Origins, SiteStore } from '../store/site-store.ts';

/** Records in the store which calls the API of a server offers and where its pages may load from: the gate holds publications against both. */
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
