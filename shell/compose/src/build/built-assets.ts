import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Integrity, Sizes } from '../model/composition.ts';
import { integrityOf } from '../store/integrity.ts';

/** File types that are served compressed. */
const texts = /\.(js|css|svg|json)$/;
/** Suffixes of the compressed copies. */
export const compressed = /\.(br|gz)$/;

/** All files of a build, by relative path. */
export async function filesIn(dist: string): Promise<string[]> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/**
 * Computes hash and size of every file of a build, and writes `.br` and `.gz` copies of text files, so that the server never compresses
 * at run time.
 */
export async function finishAssets(dist: string): Promise<{ integrity: Integrity; sizes: Sizes }> {
  const files = (await filesIn(dist)).filter((file) => !compressed.test(file));
  const rows = await Promise.all(
    files.map(async (file) => {
      const content = await readFile(path.join(dist, file));
      const bytes = content.length;
      const packed = isPacked(file)
        ? await writeCompressed(dist, file, content)
        : { gzip: bytes, brotli: bytes };
      return { file, size: { bytes, ...packed }, hash: integrityOf(content) };
    }),
  );
  return {
    integrity: Object.fromEntries(rows.map(({ file, hash }) => [file, hash])),
    sizes: Object.fromEntries(rows.map(({ file, size }) => [file, size])),
  };
}

/** Whether a file has compressed forms beside it. */
export const isPacked = (file: string): boolean => texts.test(file);

/** The compressed forms of a file. */
export async function compress(content: Buffer): Promise<{ br: Buffer; gz: Buffer }> {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const gz = await promisify(gzip)(content, { level: 9 });
  return { br: await promisify(brotliCompress)(content, brotli), gz };
}

async function writeCompressed(dist: string, file: string, content: Buffer) {
  const { br, gz } = await compress(content);
  await writeFile(path.join(dist, `${file}.br`), br);
  await writeFile(path.join(dist, `${file}.gz`), gz);
  return { gzip: gz.length, brotli: br.length };
}
