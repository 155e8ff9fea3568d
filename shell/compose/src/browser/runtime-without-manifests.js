// In place of those parts of the federation runtime that read federation manifests and preload what these name (`manifestParts` in rspack.base.js): the
// composition names a remote's files, and the page preloads them.
export class SnapshotHandler {
  hooks = { applyPlugin() {} };
  manifestCache = new Map();
}
export const getGlobalRemoteInfo = () => ({});
export const formatPreloadArgs = () => [];
export const generatePreloadAssetsPlugin = () => undefined;
export const preloadAssets = async () => [];
