// @frens/compose/store: published and live versions, for servers.
export { Refusal } from '../refusal.ts';
export { Folder } from '../store/folder.ts';
export { defaultEnvironment, environmentName, type Shown } from '../store/history-entry.ts';
export { hasHash, integrityOf } from '../store/integrity.ts';
export { mapConcurrent } from '../store/map-concurrent.ts';
export { bucketOf, isBucket, isBucketAddress, openStore } from '../store/open-store.ts';
export { receiptFile } from '../store/receipt-file.ts';
export {
  brandGaps,
  pageStyles,
  type RenderedPage,
  readPages,
  readPublished,
  renderablePaths,
  renderedNames,
  renderFile,
  renderFileOf,
} from '../store/rendered-pages.ts';
export {
  filesPath,
  remotePath,
  SiteStore,
  shellName,
  shellPath,
  versionFile,
} from '../store/site-store.ts';
export type { StoreFiles } from '../store/store-files.ts';
