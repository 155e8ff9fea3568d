import { expect, it } from 'vitest';
import { federationNetwork } from './federation-network.ts';

it('waits no longer than four seconds for a file', () => {
  const url = `${location.origin}/remotes/mf-quiz/1.0.0/remoteEntry.js`;
  const made = federationNetwork().createScript?.({ url, attrs: {} });
  expect(made).toMatchObject({ script: { src: url, async: true }, timeout: 4_000 });
});
