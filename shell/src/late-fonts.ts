import { safeLocalStorage } from '@frens/platform';
import { afterPaint } from './after-paint.ts';

/** Set once this browser has fetched the fonts; the inline script of the page reads it too (shell/public/index.html). */
const key = 'fonts';

/**
 * Requests local fonts before anything is rendered: the metric-compatible fallbacks, and the site's own fonts if the browser has cached them.
 */
export function loadKeptFonts(): void {
  for (const font of document.fonts ?? [])
    if (!font.family.includes('Variable') || safeLocalStorage.read(key)) font.load().catch(() => {});
}

/**
 * Defers web fonts that arrive after the first paint of a client-rendered page, because swapping them causes a layout shift. They are swapped
 * in on the first press, after the frame that answers it, or while the tab is hidden, as on a pre-rendered page: every text is laid out anew.
 */
export function holdLateFonts(): void {
  // happy-dom has none.
  const late = [...(document.fonts ?? [])].filter(({ status }) => status !== 'loaded');
  if (late.length === 0) return;
  const display = (value: FontDisplay) => late.forEach((font) => (font.display = value));
  display('optional');
  const shown = new AbortController();
  const show = () => {
    display('swap');
    // Chromium keeps a deferred font until its rule changes.
    for (const rule of fontRules()) {
      rule.style.setProperty('font-display', 'auto');
      rule.style.setProperty('font-display', 'swap');
    }
  };
  const begin = () => {
    shown.abort();
    afterPaint(show);
  };
  for (const type of ['click', 'keydown', 'popstate', 'visibilitychange'])
    addEventListener(type, begin, { capture: true, signal: shown.signal });
  document.fonts.addEventListener('loadingdone', () => safeLocalStorage.write(key, '1'), { once: true });
}

/** The @font-face rules of the site's own style sheets; those of other origins cannot be read. */
const fontRules = () =>
  [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
    } catch {
      return [];
    }
  });
