/** A link of the frame, with its label in the language of the page. */
export interface ChromeLink {
  path: string;
  label: string;
}

/** A link in the member's menu, or, for visitors, in its place. */
export interface MenuLink extends ChromeLink {
  icon?: string;
  /** What it is beside a link with a label. */
  shows?: 'balance' | 'unread' | 'messages' | 'panda';
}

/** The links of a frame, as this visitor or member sees them on this page. */
export interface ChromeLinks {
  /** Of the top bar. */
  nav: readonly ChromeLink[];
  /** Of the shorter menu that a phone has in the /v2 frame. */
  older: readonly ChromeLink[];
  /** Of the menu while somebody is signed in. */
  member: readonly MenuLink[];
  /** Behind the bell; null while no remote has that page. */
  bell: ChromeLink | null;
  /** Beside the bell; null while no remote has that page. */
  messages: ChromeLink | null;
  /** In place of the menu while nobody is. */
  visitor: readonly MenuLink[];
}

/** Starts loading the page of a path. */
export type Preload = (path: string) => void;

/** What every frame takes from the router above it. */
export interface ChromeProps {
  links: ChromeLinks;
  /** Called when a member is about to open a path. */
  onPreload: Preload;
}

/**
 * Handlers that load a page while the pointer or the focus rests on its link, so that the click finds it ready.
 *
 * @param onPreload starts the load
 * @param path where the link leads
 */
export function preloadLink(onPreload: Preload, path: string) {
  return preloadOn(async () => onPreload(path));
}

/**
 * Handlers that fetch code while the pointer or the focus rests on what will need it.
 *
 * @param load fetches it; a failure is told by whoever then uses it
 */
export function preloadOn(load: () => Promise<unknown>) {
  const preload = () => void load().catch(() => undefined);
  return { onPointerEnter: preload, onFocus: preload };
}

/** Whether a link stands last: among a visitor's links that is the one to invite with. */
export const isLast = (index: number, links: readonly unknown[]) => index === links.length - 1;
