import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SiteStore } from '../store/site-store.ts';

/** An audit entry: a request to the publishing calls and its result. */
export const Deed = z.object({
  at: z.iso.datetime(),
  /** The name of the token. */
  who: z.string(),
  /** The command line after `compose`. */
  what: z.string(),
  /** `done`, or the kind of refusal. */
  outcome: z.string(),
});
export type Deed = z.infer<typeof Deed>;

/** Writes an audit entry to an immutable file of its own. */
export async function logAuditEntry(store: SiteStore, deed: Omit<Deed, 'at'>): Promise<void> {
  const at = new Date().toISOString();
  await store.files.create(
    `audit/${at.replaceAll(':', '-')}-${randomUUID()}.json`,
    JSON.stringify({ at, ...deed }),
  );
}

/** The latest audit entries, newest first. */
export async function readAuditLog(store: SiteStore, limit: number): Promise<Deed[]> {
  const files = (await store.files.list('audit')).filter((file) => file.endsWith('.json'));
  const texts = await Promise.all(files.slice(-limit).map((file) => store.files.read(`audit/${file}`)));
  return texts.flatMap((text) => (text ? [Deed.parse(JSON.parse(text.toString()))] : [])).toReversed();
}
