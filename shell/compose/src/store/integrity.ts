import { createHash } from 'node:crypto';
import type { RemoteVersion } from '@frens/contract/composition';

/** A file's hash as in the `integrity` attribute. */
export const integrityOf = (content: Buffer): string => hashOf('sha384', content);

/** A shorter hash, embedded in pages. */
export const pageHashOf = (content: Buffer): string => hashOf('sha256', content);

/** The hashes in a record. */
export type Hashed = Pick<RemoteVersion, 'integrity' | 'pageHashes'>;

/** Whether a file matches both hashes of its record; pages use the short one. */
export function isPublished({ integrity, pageHashes }: Hashed, file: string, content: Buffer): boolean {
  const short = pageHashes?.[file];
  return integrityOf(content) === integrity[file] && (short === undefined || pageHashOf(content) === short);
}

const hashOf = (algorithm: string, content: Buffer): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
