import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SiteStore } from '../store/site-store.ts';

/** Something that was asked for by the publishing calls, and what became of it. */
export const Deed = z.object({
  at: z.iso.datetime(),
  /** The name of the token. */
  who: z.string(),
  /** As it would be written behind `compose`. */
  what: z.string(),
  /** `done`, or why not: a kind of refusal. */
  outcome: z.string(),
});
export type Deed = z.infer<typeof Deed>;

/** Keeps a deed, in a file of its own that nobody changes. */
export async function logAuditEntry(store: SiteStore, deed: Omit<Deed, 'at'>): Promise<void> {
  const at = new Date().toISOString();
  await store.files.create(
    `audit/${at.replaceAll(':', '-')}-${randomUUID()}.json`,
    JSON.stringify({ at, ...deed }),
  );
}

/** The last deeds, the newest first. */
export async function readAuditLog(store: SiteStore, limit: number): Promise<Deed[]> {
  const files = (await store.files.list('audit')).filter((file) => file.endsWith('.json'));
  const texts = await Promise.all(files.slice(-limit).map((file) => store.files.read(`audit/${file}`)));
  return texts.flatMap((text) => (text ? [Deed.parse(JSON.parse(text.toString()))] : [])).toReversed();
}
