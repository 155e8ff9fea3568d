import { createHash } from 'node:crypto';

/** A file's hash as in the `integrity` attribute. */
export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;
