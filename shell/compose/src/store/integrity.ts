import { createHash } from 'node:crypto';

/** A content's hash as in the `integrity` attribute and, in quotes, a content security policy. */
export const integrityOf = (content: Buffer | string): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** Whether a content has a hash of a record. */
export const hasHash = (content: Buffer, hash: string | undefined): boolean => hash === integrityOf(content);
