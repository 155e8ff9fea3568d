/**
 * Retries a file under a fresh address (cache busting) where the browser could answer with a failed response: when the file was
 * requested before (a hanging request is joined, an integrity failure is remembered), or was preloaded and not seen to come before
 * something failed, nor since. Files that had come before this started, as those of the HTML may, were not seen: after a failure
 * they are fetched again. All scripts and styles, of containers and chunks, are added to the head by this method, each once unless it
 * failed.
 */
export function askAfreshAfterFailures(): void {
  let fresh = 0;
  const requested = new Set<string>();
  const doubted = new Set<string>();
  const arrived = new WeakSet<Element>();
  const isFile = (node: unknown) => node instanceof HTMLScriptElement || node instanceof HTMLLinkElement;
  // Events of elements do not bubble, but can be captured; a file that arrived may also be no program, which the window reports.
  const noteFailure = ({ target }: Event) => {
    if (target !== window && !isFile(target)) return;
    // The server's stand in the head and below the content.
    for (const hint of document.querySelectorAll<HTMLLinkElement>('link[rel="preload"]'))
      if (!arrived.has(hint)) doubted.add(hint.href);
  };
  window.addEventListener('error', noteFailure, true);
  const noteArrival = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'preload') return;
    arrived.add(target);
    doubted.delete(target.href);
  };
  document.addEventListener('load', noteArrival, true);

  function addressFor(address: string): string {
    const again = requested.has(address) || doubted.has(address);
    requested.add(address);
    return again ? `${address}?retry=${(fresh += 1)}` : address;
  }
  const { head } = document;
  const append = head.appendChild.bind(head);
  head.appendChild = (node) => {
    if (node instanceof HTMLScriptElement && node.src) node.src = addressFor(node.src);
    else if (node instanceof HTMLLinkElement && node.rel === 'stylesheet') node.href = addressFor(node.href);
    return append(node);
  };
}
