import type { Brand } from '@frens/contract/composition';
import type { Platform } from './current-platform.ts';
import type { FirstFetch } from './early-fetch.ts';
import { createTexts } from './i18n.ts';
import { createQueryClient, queryKeys } from './query-client.ts';
import type { Language } from './remote-module.ts';
import { createToastStore } from './toast.ts';

/** What a platform begins with. */
export interface PlatformOptions {
  /** The site's names as configured by its operator (D51). */
  brand: Brand;
  /** Id of the composition that the page was made from; absent in development. */
  composition?: string;
  /** What the page's HTML has asked for already. */
  firstFetch?: FirstFetch;
  /** Which remote is on show in which version, for reports of failures. */
  place?: () => string;
  /** Decided before anything is rendered: what the page was rendered in, or `readLanguage()`. */
  language: Language;
  /** Told the language at the start and whenever it changes. */
  onLanguage?: (language: Language) => void;
}

/** Makes all that the platform keeps for one page. Touches no browser: two of them share nothing (docs/decisions/0107). */
export function createPlatform({
  brand,
  composition,
  firstFetch,
  place = () => '',
  ...language
}: PlatformOptions): Platform {
  const queryClient = createQueryClient(() => {
    // A 401 anywhere: the session ended elsewhere. Ask once who we are; protected pages leave when the answer is nobody (D50).
    if (queryClient.getQueryData(queryKeys.session))
      void queryClient.refetchQueries({ queryKey: queryKeys.session });
  }, readSuspension);
  // Asking who we are is what tells why; unless it was that very question that said so.
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
    unsaved: { marks: new Map(), here: null },
    signOutListeners: new Set(),
    leavingListeners: new Set(),
    liveListeners: new Set(),
    tooOldListeners: new Set(),
    composition,
    begun: new Map(firstFetch && [[firstFetch.address, firstFetch]]),
    place,
  };
}
