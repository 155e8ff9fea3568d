import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { assetTimeout } from './asset-timeout.ts';
import { inlinedManifests } from './inlined-manifests.ts';

const tries = new Map<string, number>();

/**
 * How the federation runtime reaches the network: manifests come out of the page when they are inlined there, nothing waits longer than
 * `assetTimeout`, and a second try asks under a new address, because browsers join a request for the same address that still hangs.
 */
export default function federationNetwork(): ModuleFederationRuntimePlugin {
  return {
    name: 'federation-network',
    fetch(url, init) {
      const manifest = inlinedManifests.get(url);
      if (manifest) {
        return Promise.resolve(Response.json(manifest));
      }
      return fetch(url, { ...init, signal: AbortSignal.timeout(assetTimeout) });
    },
    createScript({ url }) {
      const earlier = tries.get(url) ?? 0;
      tries.set(url, earlier + 1);
      const script = document.createElement('script');
      script.src = earlier ? `${url}?retry=${earlier}` : url;
      script.async = true;
      script.crossOrigin = 'anonymous';
      return { script, timeout: assetTimeout };
    },
  };
}
