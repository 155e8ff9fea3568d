import { randomBytes } from 'node:crypto';
import { Schema } from 'mongoose';
import { outsideRequest } from '../request-context.ts';
import { cacheWithTtl } from '../ttl-cache.ts';
import type { ModelOf } from './any-model.ts';
import { retryOnDuplicateKey } from './database-errors.ts';
import { declareNoMemberData } from './member-data.ts';
import { isInTransaction } from './transaction.ts';

/** A secret of the site, generated on first use. */
export interface SiteKey {
  /** The key's purpose. */
  _id: string;
  key: string;
}

export const siteKeySchema = new Schema<SiteKey>({
  _id: { type: String, required: true },
  key: { type: String, required: true },
});

declareNoMemberData(siteKeySchema, 'Drawn at random for the site.');

/** The cache's time to live. Keys never change, but a restore may replace the database. */
const ttlMs = 60_000;
const readers = new WeakMap<object, Map<string, () => Promise<string>>>();

/** The site's secret for one purpose, shared by all processes; generated on first use. */
export async function siteKey(SiteKey: ModelOf<SiteKey>, purpose: string): Promise<string> {
  // Not cached: a key created in a transaction is lost if the transaction aborts.
  if (isInTransaction()) return readOrCreate(SiteKey, purpose);
  const ofModel = readers.get(SiteKey) ?? new Map<string, () => Promise<string>>();
  readers.set(SiteKey, ofModel);
  const read =
    ofModel.get(purpose) ?? cacheWithTtl(ttlMs, () => outsideRequest(() => readOrCreate(SiteKey, purpose)));
  ofModel.set(purpose, read);
  return read();
}

async function readOrCreate(SiteKey: ModelOf<SiteKey>, purpose: string): Promise<string> {
  const known = await SiteKey.findById(purpose).lean<SiteKey>();
  if (known) return known.key;
  const created = await retryOnDuplicateKey(() =>
    SiteKey.findOneAndUpdate(
      { _id: purpose },
      { $setOnInsert: { key: randomBytes(32).toString('base64url') } },
      { upsert: true, returnDocument: 'after' },
    ).lean<SiteKey>(),
  );
  if (!created) throw new Error('A key was neither found nor made.');
  return created.key;
}
