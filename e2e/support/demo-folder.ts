import { cp } from 'node:fs/promises';
import { inject } from 'vitest';
import { temporaryFolder } from './site.ts';

/** A temporary folder with its own copy of the demo data. */
export async function demoFolder(): ReturnType<typeof temporaryFolder> {
  const folder = await temporaryFolder();
  await cp(inject('demoData'), folder.dir, { recursive: true });
  return folder;
}
