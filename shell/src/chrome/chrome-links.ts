import { afterPaint } from '../after-paint.ts';

/** A link of the frame, with its label in the language of the page. */
export interface ChromeLink {
  path: string;
  label: string;
}

/** A link in the member's menu or, for visitors, in its place. */
export interface MenuLink extends ChromeLink {
  icon?: string;
  /** What it is beside a link with a label. */
  shows?: 'balance' | 'unread' | 'messages' | 'panda';
}

/** The links of a frame, for the current visitor or member and page. */
export interface ChromeLinks {
  /** In the top bar. */
  nav: readonly ChromeLink[];
  /** In the shorter menu of the /v2 frame on phones. */
  older: readonly ChromeLink[];
  /** In the member's menu. */
  member: readonly MenuLink[];
  /** The page of all notifications; null while no remote has it. */
  bell: ChromeLink | null;
  /** The page of messages; null while no remote has it. */
  messages: ChromeLink | null;
  /** In place of the menu for visitors. */
  visitor: readonly MenuLink[];
}

/** Starts loading the page of a path. */
export type Preload = (path: string) => void;

/** What every frame gets from the router. */
export interface ChromeProps {
  links: ChromeLinks;
  /** Called when a member is about to open a path. */
  onPreload: Preload;
}

/**
 * Handlers that prefetch a page on hover or focus of its link.
 *
 * @param onPreload starts the prefetch
 * @param path where the link leads
 */
export function preloadLink(onPreload: Preload, path: string) {
  return preloadOn(async () => onPreload(path));
}

/**
 * Handlers that prefetch code on hover or focus of the control that needs it; on touch screens those are the press itself, so the next frame is painted first.
 *
 * @param load fetches it; a failure is reported where the code is used
 */
export function preloadOn(load: () => Promise<unknown>) {
  const preload = () => afterPaint(() => void load().catch(() => undefined));
  return { onPointerEnter: preload, onFocus: preload };
}

/** Whether a link is the last one: the call to action among a visitor's links. */
export const isLast = (index: number, links: readonly unknown[]) => index === links.length - 1;
