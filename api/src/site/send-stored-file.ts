import path from 'node:path';
import type { StoreFiles } from '@frens/compose/store/store-files';
import type Koa from 'koa';

/** What the build has compressed, the smallest first. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/**
 * Sends a published file from a store that is not on this machine, as `sendFile` does from a folder. It is read whole for each request: put a
 * CDN in front, which may keep it for good.
 *
 * @param file as it stands in the address
 * @returns whether there is such a file; if not, nothing was sent
 */
export async function sendStoredFile(ctx: Koa.Context, files: StoreFiles, file: string): Promise<boolean> {
  const name = plainName(file);
  if (name === null) return false;
  const found = await readSmallest(ctx, files, name);
  if (!found) return false;
  ctx.vary('Accept-Encoding');
  ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  if (found.encoding) ctx.set('Content-Encoding', found.encoding);
  ctx.status = 200;
  ctx.type = path.extname(name);
  ctx.body = found.content;
  return true;
}

async function readSmallest(ctx: Koa.Context, files: StoreFiles, name: string) {
  for (const { name: encoding, suffix } of encodings) {
    if (ctx.acceptsEncodings(encoding) !== encoding) continue;
    const content = await files.read(name + suffix);
    if (content) return { content, encoding };
  }
  const content = await files.read(name);
  return content && { content, encoding: null };
}

/** The name of a file below the folder that it begins with; null for one that leads out of it, or to what is hidden. */
function plainName(file: string): string | null {
  try {
    const name = decodeURIComponent(file);
    return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !/[\\\0]/.test(part))
      ? name
      : null;
  } catch {
    return null; // A percent sign that encodes nothing.
  }
}
