import { cp } from 'node:fs/promises';
import { inject } from 'vitest';
import { temporaryFolder } from './site.ts';

/** A folder for one test file, with the demo data of its own, and the way to remove it. */
export async function demoFolder(): ReturnType<typeof temporaryFolder> {
  const folder = await temporaryFolder();
  await cp(inject('demoData'), folder.dir, { recursive: true });
  return folder;
}
