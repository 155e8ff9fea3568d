import type { MadeVersion } from '../built-version.ts';
import { current } from '../model/composed-pages.ts';
import type { Composition } from '../model/composition.ts';
import { addToReceipt } from '../receipt-page.ts';
import { Refusal } from '../refusal.ts';
import type { Author } from '../store/history-entry.ts';
import { pagesFile, pagesFolder, readPages, renderedNames } from '../store/rendered-pages.ts';
import { type SiteStore, shellName } from '../store/site-store.ts';
import { renderPages } from './render-pages.ts';

/**
 * Renders the pages of a composition before it goes live. Pages that were left to browsers in the previous composition stay so.
 *
 * @throws Refusal that lists the pages that cannot be rendered
 */
export async function refuseUnrendered(
  { store, say }: { store: SiteStore; say?: ((line: string) => void) | undefined },
  composition: Composition,
  before: Composition | null,
): Promise<void> {
  const versionIn = (one: Composition, name: string) => one.apps[name] && current(one.apps[name]).version;
  for (const name of before ? Object.keys(composition.apps) : []) {
    if (!before || versionIn(before, name) !== versionIn(composition, name)) continue;
    const pages = (await readPages(store, before, name))?.pages;
    if (pages && Object.keys(pages).length === 0) await leaveUnrendered(store, composition, [name]);
  }
  const misfits = await renderPages(store, composition, { say });
  if (misfits.length > 0)
    throw new Refusal(
      'misfit',
      'Nothing went live, because of pages that cannot be rendered (--without-rendering leaves them to browsers):',
      misfits,
    );
}

/** Leaves the pages of versions to browsers and notes it in their receipts; with a shell, the pages of all remotes. */
export async function leaveToBrowsers(
  { store, author }: { store: SiteStore; author: Author },
  composition: Composition,
  versions: readonly MadeVersion[],
): Promise<void> {
  const names = versions.map(({ name }) => name);
  await leaveUnrendered(store, composition, names.includes(shellName) ? renderedNames(composition) : names);
  const why = author.why === null ? '' : `: ${author.why}`;
  for (const { name, record } of versions)
    await addToReceipt(store, name, record.version, {
      label: 'Rendering',
      text: `left to browsers (--without-rendering) by ${author.who}${why}`,
    });
}

/** Stores that browsers render the pages of these parts of a composition. */
async function leaveUnrendered(
  store: SiteStore,
  composition: Composition,
  names: readonly string[],
): Promise<void> {
  for (const name of names)
    await store.files.replace(
      pagesFolder(store.site, composition, name) + pagesFile,
      JSON.stringify({ pages: {} }),
    );
}
