import { safeLocalStorage } from '@frens/platform';
import { useSyncExternalStore } from 'react';

/** What a member can choose; `system` follows the device. */
export const themes = ['light', 'dark', 'system'] as const;

/** One of the site's themes. */
export type Theme = (typeof themes)[number];

const storageKey = 'theme';
const listeners = new Set<() => void>();

/**
 * The chosen theme (D61). Kept in this browser only; `public/index.html` applies it before the first paint, so nothing flashes. A page that
 * was rendered ahead knows no browser: it shows the choice once React has taken it over.
 */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, read, () => 'system');
}

/** Applies a theme to the page and keeps it. */
export function chooseTheme(theme: Theme): void {
  apply(theme);
  for (const listener of listeners) listener();
  // Where it is refused, the choice lasts for this page only.
  if (theme === 'system') safeLocalStorage.remove(storageKey);
  else safeLocalStorage.write(storageKey, theme);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The page itself says which theme it has. */
function read(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function apply(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  // The browser's own bars follow: of the two colours in the page the first is the light one.
  const [light, dark] = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
  const media = (own: Theme) =>
    theme === 'system' ? `(prefers-color-scheme: ${own})` : theme === own ? 'all' : 'not all';
  if (light) light.media = media('light');
  if (dark) dark.media = media('dark');
}
