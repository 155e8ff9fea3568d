import type { TestProject } from 'vitest/node';
import { startSite, temporaryFolder } from './site.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder with the demo data, to be copied. */
    demoData: string;
  }
}

/** Fills one folder with the demo data before all tests, because seeding takes longer than the rest of a server start. */
export default async function fillDemoFolder(project: TestProject): Promise<() => Promise<void>> {
  const folder = await temporaryFolder();
  const site = await startSite({ dataDir: folder.dir });
  await site.stop();
  project.provide('demoData', folder.dir);
  return folder.remove;
}
