import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Project } from './project.ts';
import type { SourceCommit } from './source-commit.ts';
import { receiptFile } from './store/receipt-file.ts';
import type { SiteStore } from './store/site-store.ts';

/** The name of a version's page of pictures, in place of the version in the name of its receipt. */
export const picturesOf = (version: string): string => `${version}.pictures`;

/**
 * Runs the site's visual regression test (`pictures`) of a remote against a commit, and stores its report beside the receipt.
 *
 * @param before the commit of the live version; null if unknown
 * @returns the result in one sentence, and whether there is a report
 */
export async function comparePictures(
  store: SiteStore,
  { dir }: Project,
  { name, version, before }: { name: string; version: string; before: SourceCommit | null },
): Promise<{ summary: string; hasPage: boolean }> {
  const { pictures } = store.site;
  if (pictures === null) return { summary: 'No pictures: this site compares none.', hasPage: false };
  if (before === null)
    return { summary: 'No pictures: the commit of the live version is not known.', hasPage: false };
  const to = await mkdtemp(path.join(tmpdir(), 'compose-pictures-'));
  const command = ['--import', 'tsx', pictures, '--base', before.commit, '--inline'];
  try {
    const said = await new Promise<string>((resolve) => {
      execFile(process.execPath, [...command, '--to', to, `${name}/`], { cwd: dir }, (_error, stdout) =>
        // The report's address follows. An incomplete comparison fails, but also has a report.
        resolve(stdout.trim().split('\n').at(-2) ?? ''),
      );
    });
    const page = await readFile(path.join(to, 'index.html'), 'utf8').catch(() => null);
    if (page === null) return { summary: 'No pictures: the comparison did not finish.', hasPage: false };
    await store.files.replace(receiptFile(name, picturesOf(version)), page);
    return { summary: said, hasPage: true };
  } finally {
    await rm(to, { recursive: true, force: true });
  }
}
