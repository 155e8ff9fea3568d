import { safeLocalStorage } from '@frens/platform';

/** Set once this browser has fetched the fonts; read by the page's own script, too (shell/public/index.html). */
const key = 'fonts';

/**
 * Asks for fonts that are on the device, before anything is rendered: those that stand in for the site's own, and these if the browser has
 * kept them.
 */
export function loadKeptFonts(): void {
  for (const font of document.fonts ?? [])
    if (!font.family.includes('Variable') || safeLocalStorage.read(key)) font.load().catch(() => {});
}

/**
 * Holds fonts that come later than a page that this browser renders: a word that is a little wider moves a heading by a line. They are shown
 * with the first press, or while nobody looks, as on a rendered page.
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
    // Chromium keeps a font that it has held until its rule changes.
    for (const rule of fontRules()) {
      rule.style.setProperty('font-display', 'auto');
      rule.style.setProperty('font-display', 'swap');
    }
    shown.abort();
  };
  for (const type of ['click', 'keydown', 'popstate', 'visibilitychange'])
    addEventListener(type, show, { capture: true, signal: shown.signal });
  document.fonts.addEventListener('loadingdone', () => safeLocalStorage.write(key, '1'), { once: true });
}

/** Rules of fonts in the site's own style sheets; those of another origin cannot be read. */
const fontRules = () =>
  [...document.styleSheets].flatMap((sheet) => {
    try {
      return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
    } catch {
      return [];
    }
  });
