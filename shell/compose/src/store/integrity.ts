import { createHash } from 'node:crypto';
import type { RemoteVersion } from '@frens/contract/composition';

/** A file's hash as in the `integrity` attribute. */
export const integrityOf = (content: Buffer): string => hashOf('sha384', content);

/** A shorter one, for pages. */
export const pageHashOf = (content: Buffer): string => hashOf('sha256', content);

/** What of a record says what its files must be. */
export type Hashed = Pick<RemoteVersion, 'integrity' | 'pageHashes'>;

/** Whether a file is the one of its record, by both of its hashes: pages have the other one. */
export function isPublished({ integrity, pageHashes }: Hashed, file: string, content: Buffer): boolean {
  const short = pageHashes?.[file];
  return integrityOf(content) === integrity[file] && (short === undefined || pageHashOf(content) === short);
}

const hashOf = (algorithm: string, content: Buffer): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
