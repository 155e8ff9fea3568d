import path from 'node:path';
import type Koa from 'koa';
import type { StoreFiles } from '../store/store-files.ts';
import { createByteCache } from './byte-cache.ts';
import { acceptedEncodings, type TextEncoding } from './compress-text.ts';

/** How the build names what it has compressed. */
const suffixes = { br: '.br', gzip: '.gz' } as const;

/** Size of the cache: several times that of the site. */
const mostBytes = 32 * 1024 * 1024;
/** How long files are cached, in milliseconds: a file that is repaired in the store is soon sent. */
const keptFor = 60_000;

interface SentFile {
  content: Buffer;
  encoding: string | null;
}

/** Sends published files, which are immutable, in the smallest form that the browser accepts. */
export interface PublishedFiles {
  /**
   * @param file as in the address
   * @returns whether there is such a file; if not, nothing was sent
   */
  send(ctx: Koa.Context, file: string): Promise<boolean>;
}

/** Creates the sender of a store's files. It caches the latest, because a page requests dozens. */
export function createPublishedFiles(files: Pick<StoreFiles, 'read'>): PublishedFiles {
  /** By name and accepted encodings. */
  const cached = createByteCache<SentFile & { readAt: number }>(mostBytes);

  async function find(name: string, taken: readonly TextEncoding[]): Promise<SentFile | null> {
    const key = [name, ...taken].join(' ');
    const known = cached.get(key);
    if (known && performance.now() - known.readAt < keptFor) return known;
    const found = await readSmallest(files, name, taken);
    if (found) cached.set(key, { ...found, readAt: performance.now() }, found.content.length);
    return found;
  }

  return {
    async send(ctx, file) {
      const name = plainName(file);
      // The build that renders pages is not served.
      if (name === null || path.extname(name) === '.cjs') return false;
      const found = await find(name, acceptedEncodings(ctx));
      if (!found) return false;
      ctx.vary('Accept-Encoding');
      ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
      if (found.encoding) ctx.set('Content-Encoding', found.encoding);
      ctx.status = 200;
      ctx.type = path.extname(name);
      ctx.body = found.content;
      return true;
    },
  };
}

async function readSmallest(
  files: Pick<StoreFiles, 'read'>,
  name: string,
  taken: readonly TextEncoding[],
): Promise<SentFile | null> {
  for (const encoding of taken) {
    const content = await files.read(name + suffixes[encoding]);
    if (content) return { content, encoding };
  }
  const content = await files.read(name);
  return content && { content, encoding: null };
}

/** Decodes a file's path; null if it is invalid, leaves its folder or is hidden. */
export function plainName(file: string): string | null {
  try {
    const name = decodeURIComponent(file);
    return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !/[\\\0]/.test(part))
      ? name
      : null;
  } catch {
    return null; // An invalid escape sequence.
  }
}
