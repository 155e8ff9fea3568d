import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { assetTimeout } from './asset-timeout.ts';

const tries = new Map<string, number>();

/**
 * How the federation runtime reaches the network: nothing waits longer than `assetTimeout`, and a second try asks under a new address,
 * because browsers join a request for the same address that still hangs.
 */
export function federationNetwork(): ModuleFederationRuntimePlugin {
  return {
    name: 'federation-network',
    createScript({ url }) {
      const earlier = tries.get(url) ?? 0;
      tries.set(url, earlier + 1);
      const script = document.createElement('script');
      script.src = earlier ? `${url}?retry=${earlier}` : url;
      script.async = true;
      return { script, timeout: assetTimeout };
    },
  };
}
