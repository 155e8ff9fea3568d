import { create } from '@frens/platform';

/** What a member can choose; `system` follows the device. */
export const themes = ['light', 'dark', 'system'] as const;

/** One of the site's themes. */
export type Theme = (typeof themes)[number];

const storageKey = 'theme';

/**
 * The chosen theme (D61). Kept in this browser only; `public/index.html` applies it before the first paint, so nothing flashes.
 */
export const useTheme = create<{ theme: Theme; choose: (theme: Theme) => void }>()((set) => ({
  theme: read(),
  choose(theme) {
    apply(theme);
    set({ theme });
    try {
      if (theme === 'system') localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, theme);
    } catch {
      // Storage may be refused (private mode, full): the choice then lasts for this page only.
    }
  },
}));

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
