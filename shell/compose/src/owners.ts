import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SiteStore } from './store/site-store.ts';

/** The owner of a workspace in CODEOWNERS, or null. */
export async function ownerIn(dir: string, name: string): Promise<string | null> {
  const owners = await readFile(path.join(dir, 'CODEOWNERS'), 'utf8').catch(() => '');
  const line = owners.split('\n').find((one) => one.startsWith(`/${name}/`));
  return line?.trim().split(/\s+/).slice(1).join(' ') || null;
}

/** Records a workspace's owner in the store, for readers without a checkout. */
export async function noteOwner(store: SiteStore, name: string, owner: string | null): Promise<void> {
  if (owner !== null && owner !== (await store.owner(name))) await store.saveOwner(name, owner);
}
