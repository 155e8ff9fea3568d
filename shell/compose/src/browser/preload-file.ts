/**
 * Preloads a script or style that code will soon request. Does nothing when the page has a hint already.
 *
 * @param address its address on this site
 */
export function preloadFile(address: string): void {
  if (document.querySelector(`link[rel="preload"][href="${CSS.escape(address)}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = address.endsWith('.css') ? 'style' : 'script';
  link.href = address;
  // Through the guarded method (`enforceIntegrity`).
  document.head.appendChild(link);
}
