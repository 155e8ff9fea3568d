import type { Brand } from '@frens/compose';
import type { Language } from '@frens/contract/languages';
import type { Platform } from './current-platform.ts';
import type { FirstFetch } from './early-fetch.ts';
import { createTexts } from './i18n.ts';
import { createQueryClient, queryKeys } from './query-client.ts';
import { createToastStore } from './toast.ts';

/** Initial values of a platform. */
export interface PlatformOptions {
  /** The site's names as configured by its operator (D51). */
  brand: Brand;
  /** Id of the composition that the page was made from; absent in development. */
  composition?: string;
  /** Requests that the page's HTML has started. */
  firstFetch?: FirstFetch;
  /** The query that the page was rendered for, with its question mark; after hydration the URL's query applies. */
  renderedQuery?: string | undefined;
  /** The shown remote and its version, for failure reports. */
  place?: () => string;
  /** Decided before rendering: the language of the HTML, or `readLanguage()`. */
  language: Language;
  /** Called with the language at the start and on every change. */
  onLanguage?: (language: Language) => void;
}

/** Creates the platform's state for one page. Uses no browser API: two platforms share nothing (docs/decisions/0107). */
export function createPlatform({
  brand,
  composition,
  firstFetch,
  renderedQuery,
  place = () => '',
  ...language
}: PlatformOptions): Platform {
  const queryClient = createQueryClient(() => {
    // A 401 anywhere means the session ended elsewhere. Refetch the session once; protected pages leave when nobody is signed in
    // (D50).
    if (queryClient.getQueryData(queryKeys.session))
      void queryClient.refetchQueries({ queryKey: queryKeys.session });
  }, readSuspension);
  // The session request itself learns the reason, unless it was the one that failed.
  function readSuspension(): void {
    if (queryClient.getQueryData(queryKeys.suspension)) return;
    void queryClient.refetchQueries({ queryKey: queryKeys.session });
  }
  return {
    brand,
    texts: createTexts({ brand, ...language }),
    queryClient,
    useToasts: createToastStore(),
    secrets: new Map(),
    visitor: { vibe: null },
    unsaved: { marks: new Map(), here: null, ask: null },
    signOutListeners: new Set(),
    leavingListeners: new Set(),
    liveListeners: new Set(),
    tooOldListeners: new Set(),
    composition,
    renderedQuery,
    begun: new Map(
      Object.entries(firstFetch?.answers ?? {}).map(([address, answer]) => [
        address,
        { headers: firstFetch?.headers ?? {}, answer },
      ]),
    ),
    place,
  };
}
