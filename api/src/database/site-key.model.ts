import { randomBytes } from 'node:crypto';
import { Schema } from 'mongoose';
import type { ModelOf } from './any-model.ts';
import { retryOnDuplicateKey } from './database-errors.ts';
import { declareNoMemberData } from './member-data.ts';

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

/** The site's secret for one purpose, the same in every process; generated at random on first use. */
export async function siteKey(SiteKey: ModelOf<SiteKey>, purpose: string): Promise<string> {
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
