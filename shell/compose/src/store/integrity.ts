import { createHash } from 'node:crypto';

/** A file's hash as in the `integrity` attribute. */
export const integrityOf = (content: Buffer, algorithm = 'sha256'): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/** Whether a content has a hash of a record; those of older versions are sha384. */
export const hasHash = (content: Buffer, hash: string | undefined): boolean =>
  hash === integrityOf(content, hash?.startsWith('sha384-') ? 'sha384' : 'sha256');
