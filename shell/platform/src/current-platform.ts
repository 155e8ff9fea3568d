import type { Brand } from '@frens/compose';
import type { Vibe } from '@frens/contract/choices';
import type { QueryClient } from '@tanstack/react-query';
import type { FirstFetch } from './early-fetch.ts';
import type { PlatformTexts, SiteI18n } from './i18n.ts';
import type { ToastStore } from './toast.ts';
import type { UnsavedPages } from './unsaved.ts';

/** The platform's state for one page: created by `createPlatform`, current from `enterPlatform` on (docs/decisions/0107). */
export interface Platform {
  /** The site's names as configured by its operator (D51). */
  brand: Brand;
  texts: PlatformTexts;
  /** The page's query client. The shell provides it; remotes never create, clear or wrap one. */
  queryClient: QueryClient;
  /** The page's toast store; the shell renders it. */
  useToasts: ToastStore;
  /** Secret parameters of the page's address, by name. */
  secrets: Map<string, string>;
  /** The visitor's chosen vibe (D51). */
  visitor: { vibe: Vibe | null };
  unsaved: UnsavedPages;
  /** Called when the member signs out. */
  signOutListeners: Set<() => void>;
  /** Called before the member signs out here; signing out waits for them. */
  leavingListeners: Set<() => Promise<unknown>>;
  /** Called with the id of the live composition at every answer of the API. */
  liveListeners: Set<(id: string) => void>;
  /** Called when the API no longer serves this page's contract. */
  tooOldListeners: Set<() => void>;
  /** Id of the composition that the page was made from; absent in development. */
  composition: string | undefined;
  /** The query that the page was rendered for; absent where browsers render it. */
  renderedQuery: string | undefined;
  /** Requests started by the page's HTML, by URL, until a script makes the same request. */
  begun: Map<string, Pick<FirstFetch, 'headers'> & { answer: Promise<Response | null> }>;
  /** The shown remote and its version, as in `mf-quiz 0.1.0-3fa2c1d8e0`; empty without one. */
  place: () => string;
}

// Live bindings: importers see the current platform. Before `enterPlatform` there is none.
export let brand: Brand;
/** The page's i18n instance with typed keys. Screens use `useTranslation(<their name>)`. */
export let i18n: SiteI18n;
export let texts: PlatformTexts;
export let queryClient: QueryClient;
export let useToasts: ToastStore;
export let secrets: Platform['secrets'];
export let visitor: Platform['visitor'];
export let unsaved: UnsavedPages;
export let signOutListeners: Platform['signOutListeners'];
export let leavingListeners: Platform['leavingListeners'];
export let liveListeners: Platform['liveListeners'];
export let tooOldListeners: Platform['tooOldListeners'];
export let composition: Platform['composition'];
export let renderedQuery: Platform['renderedQuery'];
export let begun: Platform['begun'];
export let place: Platform['place'];

/**
 * Makes a platform current for everything that imports `@frens/platform`: once on a page, in its bootstrap; before each render on
 * a server.
 */
export function enterPlatform(platform: Platform): void {
  ({ brand, texts, queryClient, useToasts, secrets, unsaved, signOutListeners, liveListeners } = platform);
  ({ visitor, leavingListeners, tooOldListeners, composition, renderedQuery, begun, place } = platform);
  ({ i18n } = texts);
}
