import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SiteStore } from './store/site-store.ts';

/** Who a workspace of a checkout belongs to, by its CODEOWNERS; null where nobody is named. */
export async function ownerIn(dir: string, name: string): Promise<string | null> {
  const owners = await readFile(path.join(dir, 'CODEOWNERS'), 'utf8').catch(() => '');
  const line = owners.split('\n').find((one) => one.startsWith(`/${name}/`));
  return line?.trim().split(/\s+/).slice(1).join(' ') || null;
}

/** Notes whose a workspace is, for those who ask where there is no checkout. */
export async function noteOwner(store: SiteStore, name: string, owner: string | null): Promise<void> {
  if (owner !== null && owner !== (await store.owner(name))) await store.saveOwner(name, owner);
}
