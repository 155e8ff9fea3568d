import { safeLocalStorage } from '@frens/platform';
import { useSyncExternalStore } from 'react';

/** The choices; `system` follows the device. */
export const themes = ['light', 'dark', 'system'] as const;

/** A theme of the site. */
export type Theme = (typeof themes)[number];

const storageKey = 'theme';
const listeners = new Set<() => void>();

/**
 * The chosen theme (D61), stored only in this browser. `public/index.html` applies it before the first paint, so nothing flashes. A pre-rendered page
 * shows the choice in its switch after hydration.
 */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, read, () => 'system');
}

/** Applies a theme to the page and stores it. */
export function chooseTheme(theme: Theme): void {
  apply(theme);
  for (const listener of listeners) listener();
  // Without storage the choice lasts for this page only.
  if (theme === 'system') safeLocalStorage.remove(storageKey);
  else safeLocalStorage.write(storageKey, theme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads the theme from the document. */
function read(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function apply(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  // The browser's UI follows: the first of the two theme colours is the light one.
  const [light, dark] = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  const media = (own: Theme) =>
    theme === 'system' ? `(prefers-color-scheme: ${own})` : theme === own ? 'all' : 'not all';
  if (light) light.media = media('light');
  if (dark) dark.media = media('dark');
}
