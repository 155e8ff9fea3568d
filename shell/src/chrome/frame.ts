import { lazyScreen } from '@frens/platform';
import { showFatalError } from '../page-start.ts';

// The code of the frame's parts: it follows a rendered page, which has them in it, and comes with one that browsers render.

let parts: Promise<typeof import('./frame-parts.tsx')> | undefined;

/** Where it is lost, the page says so above what was rendered, and nothing of that is replaced. */
function fetchParts() {
  parts ??= import(/* webpackChunkName: "frame" */ './frame-parts.tsx').catch((cause: unknown) => {
    showFatalError(cause);
    return new Promise<never>(() => {});
  });
  return parts;
}

export const TopBar = lazyScreen(async () => (await fetchParts()).TopBar);
export const BareHeader = lazyScreen(async () => (await fetchParts()).BareHeader);
export const SiteFooter = lazyScreen(async () => (await fetchParts()).SiteFooter);
export const Overlays = lazyScreen(async () => (await fetchParts()).Overlays);

/** Fetches the parts of a frame. */
export const preloadFrame = () =>
  Promise.all([TopBar, BareHeader, SiteFooter, Overlays].map(({ preload }) => preload()));

/** Fetches what they open. */
export const preloadMenus = async () => (await fetchParts()).preloadMenus();
