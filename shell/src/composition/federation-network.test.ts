import { expect, it } from 'vitest';
import { federationNetwork } from './federation-network.ts';

const network = federationNetwork();

/** What the runtime is given for an address. */
function scriptFor(url: string) {
  // True because of the plugin's own code: the runtime's type also allows a bare element, or nothing.
  return network.createScript?.({ url, attrs: {} }) as { script: HTMLScriptElement; timeout: number };
}

it('waits no longer than four seconds for a file', () => {
  const { script, timeout } = scriptFor(`${location.origin}/remotes/mf-quiz/1.0.0/remoteEntry.js`);
  expect(timeout).toBe(4_000);
  expect(script.async).toBe(true);
});

it('asks under a new address from the second try on: browsers join a request for the same one that still hangs', () => {
  const url = `${location.origin}/remotes/mf-panda/1.0.0/remoteEntry.js`;
  const asked = [1, 2, 3].map(() => scriptFor(url).script.src);
  expect(asked).toEqual([url, `${url}?retry=1`, `${url}?retry=2`]);
});
