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
  /** What it is for. */
  _id: string;
  key: string;
}

export const siteKeySchema = new Schema<SiteKey>(
  { _id: { type: String, required: true }, key: { type: String, required: true } },
  { versionKey: false },
);

declareNoMemberData(siteKeySchema, 'Drawn at random for the site.');

/** How long a key is kept that was read: it never changes, but another database may take the place of this one. */
const keptMs = 60_000;
const readers = new WeakMap<object, Map<string, () => Promise<string>>>();

/** The site's secret for one purpose, the same in every process; generated at random on first use. */
export async function siteKey(SiteKey: ModelOf<SiteKey>, purpose: string): Promise<string> {
  // One that a transaction makes is lost where it fails.
  if (isInTransaction()) return readOrMake(SiteKey, purpose);
  const ofModel = readers.get(SiteKey) ?? new Map<string, () => Promise<string>>();
  readers.set(SiteKey, ofModel);
  const read =
    ofModel.get(purpose) ?? cacheWithTtl(keptMs, () => outsideRequest(() => readOrMake(SiteKey, purpose)));
  ofModel.set(purpose, read);
  return read();
}

async function readOrMake(SiteKey: ModelOf<SiteKey>, purpose: string): Promise<string> {
  const known = await SiteKey.findById(purpose).lean<SiteKey>();
  if (known) return known.key;
  const made = await retryOnDuplicateKey(() =>
    SiteKey.findOneAndUpdate(
      { _id: purpose },
      { $setOnInsert: { key: randomBytes(32).toString('base64url') } },
      { upsert: true, returnDocument: 'after' },
    ).lean<SiteKey>(),
  );
  if (!made) throw new Error('A key was neither found nor made.');
  return made.key;
}
