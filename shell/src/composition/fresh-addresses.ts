/**
 * Once a file of the page did not come, or came broken, asks for hinted files under a fresh address: browsers answer the next request for a file from the
 * hint that failed, so that Retry would fail although the network is back. The bundler and the federation runtime add all scripts and
 * styles to the head by this method.
 */
export function askAfreshAfterFailures(): void {
  let failures = 0;
  const isFile = (node: unknown) => node instanceof HTMLScriptElement || node instanceof HTMLLinkElement;
  // Errors of elements do not bubble, but are seen on their way down; what came may also be no program, which the window is told.
  const count = ({ target }: Event) => void ((target === window || isFile(target)) && (failures += 1));
  window.addEventListener('error', count, true);

  const { head } = document;
  const hinted = (address: string) =>
    [...head.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')].some(({ href }) => href === address);
  const append = head.appendChild.bind(head);
  head.appendChild = (node) => {
    if (failures > 0 && node instanceof HTMLScriptElement && hinted(node.src)) {
      node.src = `${node.src}?retry=${failures}`;
    } else if (
      failures > 0 &&
      node instanceof HTMLLinkElement &&
      node.rel === 'stylesheet' &&
      hinted(node.href)
    ) {
      node.href = `${node.href}?retry=${failures}`;
    }
    return append(node);
  };
}
