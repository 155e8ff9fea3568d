/** Starts loading the page of a path. */
export type Preload = (path: string) => void;

/** What the two chromes take from the router above them. */
export interface ChromeProps {
  /** Links of the top bar: already filtered by access and in order. */
  nav: readonly { path: string; label: string }[];
  /** Called when a member is about to open a path. */
  onPreload: Preload;
}

/**
 * Handlers that load a page while the pointer or the focus rests on its link, so that the click finds it ready.
 *
 * @param onPreload starts the load
 * @param path where the link leads
 */
export function preloadOn(onPreload: Preload, path: string) {
  const preload = () => onPreload(path);
  return { onPointerEnter: preload, onFocus: preload };
}
