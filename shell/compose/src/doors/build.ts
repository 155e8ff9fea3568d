// @frens/compose/build: makes versions of builds, and brings them live.
export { admitFrom } from '../admit-from.ts';
export { appendHistory } from '../append-history.ts';
export { compress, filesIn, finishAssets } from '../build/built-assets.ts';
export { shellFiles, takeFiles } from '../build/built-files.ts';
export { takeRecord } from '../build/import-record.ts';
export { promote, surroundingsOf } from '../promote.ts';
export { readVersion } from '../read-version.ts';
