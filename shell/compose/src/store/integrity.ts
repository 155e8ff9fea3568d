import { hash } from 'node:crypto';

/** A content's hash as in the `integrity` attribute and, in quotes, a content security policy. */
export const integrityOf = (content: Buffer | string): string =>
  `sha256-${hash('sha256', content, 'base64')}`;

/** Whether a content has a hash of a record. */
export const hasHash = (content: Buffer, hash: string | undefined): boolean => hash === integrityOf(content);
