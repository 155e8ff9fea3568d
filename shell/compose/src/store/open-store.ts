import path from 'node:path';
import type { SiteDefinition } from '../model/site-definition.ts';
import { Refusal } from '../refusal.ts';
import type { Bucket } from './bucket.ts';
import { SiteStore } from './site-store.ts';

const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/?(.*?)\/?$/;

/** Whether a bucket's address is valid. */
export const isBucketAddress = (address: string): boolean => bucketAddress.test(address);

/**
 * Opens a store of published builds.
 *
 * @param address a folder, or `s3://BUCKET` or `s3://BUCKET/PREFIX`
 * @param site whose builds it holds
 */
export async function openStore(address: string, site: SiteDefinition): Promise<SiteStore> {
  const place = address.startsWith('s3://') ? await bucketOf(address) : path.resolve(address);
  return new SiteStore(place, site);
}

/** The bucket that an address names. */
export async function bucketOf(address: string): Promise<Bucket> {
  const [, bucket, prefix] = bucketAddress.exec(address) ?? [];
  if (!bucket) throw new Refusal('usage', `"${address}" is no bucket: write it like s3://BUCKET/PREFIX.`);
  // Loads the SDK, half a second, only for a bucket.
  const { Bucket } = await import('./bucket.ts');
  return new Bucket(bucket, prefix ? `${prefix}/` : '');
}
