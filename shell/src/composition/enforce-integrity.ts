/** As much of Trusted Types as is used; not in every browser, hence not in TypeScript's library. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: Record<'createScriptURL' | 'createScript', (text: string) => string>,
  ): unknown;
}

/** An address that nothing comes from. */
const nowhere = 'blob:refused';

/**
 * Lets the page ask for listed scripts and styles alone, each with its hash. What loads containers and their chunks knows no hashes and adds
 * all of it to the head by two methods, where it is put on; browsers then refuse a script without one (`scriptPolicy` in
 * api/src/site/page-policy.ts), wherever it was added, and any file that is another than its hash says.
 *
 * @param listed hashes of all files, by their addresses, those on this origin as paths or whole
 */
export function enforceIntegrity(listed: ReadonlyMap<string, string>): void {
  const here = `${location.origin}/`;
  function hashOf(address: string): string | undefined {
    // What is asked for is made whole, not all that is listed: that took longer than the rest of the guard.
    const { href } = new URL(address, location.href);
    // Asked for again, a file has another address: `fresh-addresses.ts`.
    const whole = href.replace(/\?retry=\d+$/, '');
    return (
      (whole.startsWith(here) ? listed.get(whole.slice(here.length - 1)) : undefined) ?? listed.get(whole)
    );
  }

  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    // Never by an error: the bundler would wait for the file for ever. What was added with a dead address fails like any other file.
    createScriptURL: (address) => (hashOf(address) === undefined ? nowhere : address),
    // Libraries try whether text may become code, and take an empty one for no.
    createScript: () => '',
  });

  const { head } = document;
  const append = head.appendChild.bind(head);
  const insert = head.insertBefore.bind(head);
  /** @returns whether the node may be added */
  function mark(node: Node): boolean {
    const address = addressOf(node);
    if (address === null) return true;
    const hash = hashOf(address);
    if (hash === undefined) {
      console.error(`Not listed, and not loaded: ${address}`);
      queueMicrotask(() => node.dispatchEvent(new Event('error')));
      return false;
    }
    // Both kinds have these; without the second, files of this origin are not checked by `Integrity-Policy`.
    Object.assign(node, { integrity: hash, crossOrigin: 'anonymous' });
    return true;
  }
  head.appendChild = (node) => (mark(node) ? append(node) : node);
  head.insertBefore = (node, before) => (mark(node) ? insert(node, before) : node);
}

/** Where a script or a style, or a hint at one, comes from; null for everything else. */
function addressOf(node: Node): string | null {
  if (node instanceof HTMLScriptElement) return node.src === '' ? null : node.src;
  if (node instanceof HTMLLinkElement && /stylesheet|preload/.test(node.rel)) return node.href;
  return null;
}
