// @frens/compose/store: published versions and what is live of them, for servers, pipelines and the tools of a checkout.
export { admitFrom } from '../admit-from.ts';
export { appendHistory } from '../append-history.ts';
export { compress, finishAssets } from '../build/built-assets.ts';
export { shellFiles, takeFiles } from '../build/built-files.ts';
export { type DescriptorProblem, descriptorFile, readDescriptor } from '../build/read-descriptor.ts';
export { takeRecord } from '../build/take-record.ts';
export { flatTexts, textMisfits, withoutPlural } from '../gate/check-texts.ts';
export { ownerIn } from '../owners.ts';
export { findProject } from '../project.ts';
export { promote, surroundingsOf } from '../promote.ts';
export { readVersion } from '../read-version.ts';
export { Folder } from '../store/folder.ts';
export { defaultEnvironment, environmentName, type Shown } from '../store/history-entry.ts';
export { integrityOf } from '../store/integrity.ts';
export { bucketOf, isBucketAddress, openStore } from '../store/open-store.ts';
export { renderFile } from '../store/rendered-pages.ts';
export { remotePath, SiteStore, shellPath } from '../store/site-store.ts';
