import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Reads a document of the store; null when it is not there. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

/** Replaces a file; whoever reads meanwhile gets the old text or the new one, whole. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const partial = `${file}.${randomUUID()}`;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(partial, text);
  await rename(partial, file);
}

/**
 * Writes a file that must not be there yet. It is there whole or not at all, and of several processes that try it at once exactly one
 * succeeds: files have no other compare-and-set. It needs a file system with hard links.
 *
 * @returns whether it was this call that made it
 */
export async function createFile(file: string, text: string): Promise<boolean> {
  const partial = `${file}.${randomUUID()}`;
  await mkdir(path.dirname(file), { recursive: true });
  const handle = await open(partial, 'wx');
  try {
    await handle.writeFile(text);
    // A name that survives a loss of power without its content would stop everybody.
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(partial, file);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(partial);
  }
}

/** Whether an error is one of Node's file functions with one of these codes. */
export const isCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');
