import type { Composition, PageData, Preview } from '@frens/compose';
import { compositionAddress, wantedIn } from './composition/engine.ts';

/** Reads the data that the server embeds in the page. Throws when it is missing: then the site did not serve the page. */
export function readPageData(): PageData {
  const element = document.querySelector('#page');
  if (!element?.textContent) throw new Error('The page came without its composition.');
  // The server has validated the composition against the schema.
  const data = JSON.parse(element.textContent) as PageData;
  // All unpublished previews share one page, so the request is only in the address.
  if (data.preview?.wanted === '') data.preview.wanted = wantedIn(location.href);
  return data;
}

/** Reads the public data that the server has rendered into the page, by query key. */
export function readPublicData(): [key: unknown[], data: unknown][] {
  return JSON.parse(document.querySelector('#public-data')?.textContent || '[]');
}

/** Fetches the current composition, with the tab's preview. */
export async function fetchComposition(preview?: Preview): Promise<Composition> {
  const answer = await fetch(compositionAddress(preview), { signal: AbortSignal.timeout(4_000) });
  if (!answer.ok) throw new Error(`The composition answered ${answer.status}`);
  return answer.json();
}
