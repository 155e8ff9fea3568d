import { createHash } from 'node:crypto';

/** A file's hash as in the `integrity` attribute. */
export const integrityOf = (content: Buffer): string => hashOf('sha384', content);

/** A shorter one, for pages. */
export const pageHashOf = (content: Buffer): string => hashOf('sha256', content);

const hashOf = (algorithm: string, content: Buffer): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
