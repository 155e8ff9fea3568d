import { lazyScreen } from '@frens/platform';

// The code of the frame's parts: it follows a rendered page, which has them in it, and comes with one that browsers render.

let parts: Promise<typeof import('./frame-parts.tsx')> | undefined;

/** Where it is lost, its parts throw, which ends the page: without them React would hold back every change of address. */
function fetchParts() {
  parts ??= import(/* webpackChunkName: "frame" */ './frame-parts.tsx');
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
