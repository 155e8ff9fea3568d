/**
 * Lets the browser fetch a script or style now that code will ask for in a moment. Does nothing when the page has said so already.
 *
 * @param address its address on this site
 */
export function preloadFile(address: string): void {
  if (document.head.querySelector(`link[rel="preload"][href="${CSS.escape(address)}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = address.endsWith('.css') ? 'style' : 'script';
  link.href = address;
  // By the method that is guarded (`enforceIntegrity`).
  document.head.appendChild(link);
}
