import type { Composition, PageData, Preview } from '@frens/compose/composition';
import { compositionAddress, wantedIn } from './composition/engine.ts';

/** Reads the data that the server put into the page. Throws when it is missing: the page was then not served by the site. */
export function readPageData(): PageData {
  const element = document.querySelector('#page');
  if (!element?.textContent) throw new Error('The page came without its composition.');
  // The server writes it from a composition that it has checked against the schema.
  const data = JSON.parse(element.textContent) as PageData;
  // All that is not published has the same page, so what was wanted stands in the address alone.
  if (data.preview?.wanted === '') data.preview.wanted = wantedIn(location.href);
  return data;
}

/** Reads the public data that the server has rendered into the page, by their query keys. */
export function readPublicData(): [key: unknown[], data: unknown][] {
  return JSON.parse(document.querySelector('#public-data')?.textContent || '[]');
}

/** Asks the server what is live now, with what the tab previews. */
export async function fetchComposition(preview?: Preview): Promise<Composition> {
  const answer = await fetch(compositionAddress(preview), { signal: AbortSignal.timeout(4_000) });
  if (!answer.ok) throw new Error(`The composition answered ${answer.status}`);
  return answer.json();
}
