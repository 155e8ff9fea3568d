import type { Preview } from '../model/composition.ts';

/** The format in addresses and in the tab's storage. Not from the schemas, which would bring zod along. */
const parameter: typeof import('../model/composition.ts').previewParameter = 'compose';

/** The tab's storage, which browsers may refuse: it then reads nothing. */
interface TabStorage {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
}

/**
 * Stores a preview in its tab: pages loaded without the parameter are loaded again with it, until an empty one ends it.
 *
 * @param preview what the server has put into the page
 * @param storage of the tab
 * @returns whether the page leaves, so that nothing need be started
 */
export function storePreview(preview: Preview | undefined, storage: TabStorage): boolean {
  const url = new URL(location.href);
  const given = url.searchParams.get(parameter);
  if (given === '') {
    storage.remove(parameter);
    url.searchParams.delete(parameter);
    history.replaceState(history.state, '', url);
    return false;
  }
  if (preview) {
    // Without storage the preview still works, page by page.
    storage.write(parameter, preview.wanted);
    return false;
  }
  const kept = storage.read(parameter);
  // A server that ignored the parameter knows no previews: asking again would loop for ever.
  if (kept === null || given !== null) return false;
  location.replace(withPreview(url, kept));
  return true;
}

/** The versions that an address asks for; empty where it asks for none. */
export const wantedIn = (address: string): string => new URL(address).searchParams.get(parameter) ?? '';

/** An address that shows a preview; an empty one ends it. */
export function withPreview(address: URL, wanted: string): string {
  const url = new URL(address);
  url.searchParams.set(parameter, wanted);
  return url.href;
}

/** Where the composition of the page is read again. */
export function compositionAddress(preview: Preview | undefined): string {
  const url = new URL('/composition.json', location.href);
  return preview ? withPreview(url, preview.wanted) : url.href;
}
