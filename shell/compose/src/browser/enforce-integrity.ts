/** The part of the Trusted Types API that is used; not in every browser, hence not in TypeScript's library. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: Record<'createScriptURL' | 'createScript', (text: string) => string>,
  ): unknown;
}

/** A dead address. */
const nowhere = 'blob:refused';

/**
 * Lets the page load only listed scripts and styles, and sets `integrity` (SRI) on each. Containers and chunks know no hashes,
 * but all are added to the head by two methods, which this guard wraps. Browsers refuse a script without a listed hash
 * (`scriptPolicy` in shell/compose/src/server/page-policy.ts), however it was added, and any file that does not match.
 *
 * @param listed hashes of all files, by their addresses, those on this origin as paths or whole
 */
export function enforceIntegrity(listed: ReadonlyMap<string, string>): void {
  const here = `${location.origin}/`;
  function hashOfFile(address: string): string | undefined {
    // Resolves only the requested address, not all listed ones: that took longer than the rest of the guard.
    const { href } = new URL(address, location.href);
    // A retried file has another address: `fresh-addresses.ts`.
    const whole = href.replace(/\?retry=\d+$/, '');
    return (
      (whole.startsWith(here) ? listed.get(whole.slice(here.length - 1)) : undefined) ?? listed.get(whole)
    );
  }

  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    // Never throws: the bundler would wait for the file for ever. A dead address fails like any other file.
    createScriptURL: (address) => (hashOfFile(address) === undefined ? nowhere : address),
    // Libraries probe whether text may become code, and accept an empty string as a refusal.
    createScript: () => '',
  });

  const { head } = document;
  const append = head.appendChild.bind(head);
  const insert = head.insertBefore.bind(head);
  /** @returns whether the node may be added */
  function mark(node: Node): boolean {
    const address = addressOf(node);
    if (address === null) return true;
    const hash = hashOfFile(address);
    if (hash === undefined) {
      console.error(`Not listed, and not loaded: ${address}`);
      queueMicrotask(() => node.dispatchEvent(new Event('error')));
      return false;
    }
    // Both kinds need these; without `crossorigin`, `Integrity-Policy` does not check files of this origin.
    Object.assign(node, { integrity: hash, crossOrigin: 'anonymous' });
    return true;
  }
  head.appendChild = (node) => (mark(node) ? append(node) : node);
  head.insertBefore = (node, before) => (mark(node) ? insert(node, before) : node);
}

/** The address of a script, a style or a preload hint; null for everything else. */
function addressOf(node: Node): string | null {
  if (node instanceof HTMLScriptElement) return node.src === '' ? null : node.src;
  if (node instanceof HTMLLinkElement && /stylesheet|preload/.test(node.rel)) return node.href;
  return null;
}
