// @frens/compose/build: publishes versions from builds and checkouts, and promotes them.
export { admitFrom } from '../admit-from.ts';
export { appendHistory } from '../append-history.ts';
export { compress, filesIn, finishAssets } from '../build/built-assets.ts';
export { shellFiles, takeFiles } from '../build/built-files.ts';
export { type DescriptorProblem, descriptorFile, readDescriptor } from '../build/read-descriptor.ts';
export { takeRecord } from '../build/take-record.ts';
export { flatTexts, textMisfits, withoutPlural } from '../gate/check-texts.ts';
export { ownerIn } from '../owners.ts';
export { findProject } from '../project.ts';
export { promote, surroundingsOf } from '../promote.ts';
export { readVersion } from '../read-version.ts';
