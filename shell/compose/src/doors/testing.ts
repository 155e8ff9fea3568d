// @frens/compose/testing: stores with versions in them, and a server. In tests alone.
export { promoteEmptyPage, publishEmptySite } from '../testing/empty-site.ts';
export { goLive } from '../testing/go-live.ts';
export { kindsOfStores, type StorePlace } from '../testing/kinds-of-stores.ts';
export { serve } from '../testing/serve.ts';
export { type StoreOfVersions, storeOfVersions } from '../testing/store-of-versions.ts';
