import type { Composition, PageData } from '@frens/contract/composition';

/** Reads the data that the server put into the page. Throws when it is missing: the page was then not served by the site. */
export function readPageData(): PageData {
  const element = document.querySelector('#page');
  if (!element?.textContent) throw new Error('The page came without its composition.');
  // The server writes it from a composition that it has checked against the schema.
  return JSON.parse(element.textContent) as PageData;
}

/** Asks the server what is live now. */
export async function fetchComposition(): Promise<Composition> {
  const answer = await fetch('/composition.json', { signal: AbortSignal.timeout(4_000) });
  if (!answer.ok) throw new Error(`The composition answered ${answer.status}`);
  return answer.json();
}
