import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { assetTimeout } from './asset-timeout.ts';

/** How the federation runtime reaches the network: nothing waits longer than `assetTimeout`. */
export function federationNetwork(): ModuleFederationRuntimePlugin {
  return {
    name: 'federation-network',
    createScript({ url }) {
      const script = Object.assign(document.createElement('script'), { src: url, async: true });
      return { script, timeout: assetTimeout };
    },
  };
}
