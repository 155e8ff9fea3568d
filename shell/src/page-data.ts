import { type Composition, type PageData, type Preview, parameterPlaceholder } from '@frens/compose';
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

/** Data by the key of the query that asks for them; without data there is no such thing. */
export type PublicEntry = [key: readonly unknown[], data?: unknown];

/** Reads the public data that the server has rendered into the page. */
export function readPublicData(): PublicEntry[] {
  const entries: PublicEntry[] = JSON.parse(document.querySelector('#public-data')?.textContent || '[]');
  // What is missing is one page for all addresses.
  let parameter = location.pathname.replace(/\/+$/, '').split('/').at(-1) ?? '';
  try {
    parameter = decodeURIComponent(parameter);
  } catch {
    // The router, too, keeps what is not encoded as it should be.
  }
  return entries.map((entry) =>
    entry.length > 1 ? entry : [entry[0].map((part) => (part === parameterPlaceholder ? parameter : part))],
  );
}

/** Fetches the current composition, with the tab's preview. */
export async function fetchComposition(preview?: Preview): Promise<Composition> {
  const answer = await fetch(compositionAddress(preview), { signal: AbortSignal.timeout(4_000) });
  if (!answer.ok) throw new Error(`The composition answered ${answer.status}`);
  return answer.json();
}
