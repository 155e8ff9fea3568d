/**
 * Retries a file under a fresh address (cache busting) where the browser could answer with a failed response: when the file was
 * requested before (a hanging request is joined, an integrity failure is remembered), or was preloaded and something has failed
 * since. All scripts and styles, of containers and chunks, are added to the head by this method, each once unless it failed.
 */
export function askAfreshAfterFailures(): void {
  let failed = false;
  let fresh = 0;
  const asked = new Set<string>();
  const isFile = (node: unknown) => node instanceof HTMLScriptElement || node instanceof HTMLLinkElement;
  // Errors of elements do not bubble, but can be captured; a file that arrived may also be no program, which the window reports.
  const note = ({ target }: Event) => void ((target === window || isFile(target)) && (failed = true));
  window.addEventListener('error', note, true);

  const { head } = document;
  const hinted = (address: string) =>
    [...head.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')].some(({ href }) => href === address);
  function addressFor(address: string): string {
    const again = asked.has(address) || (failed && hinted(address));
    asked.add(address);
    return again ? `${address}?retry=${(fresh += 1)}` : address;
  }
  const append = head.appendChild.bind(head);
  head.appendChild = (node) => {
    if (node instanceof HTMLScriptElement && node.src) node.src = addressFor(node.src);
    else if (node instanceof HTMLLinkElement && node.rel === 'stylesheet') node.href = addressFor(node.href);
    return append(node);
  };
}
