// @frens/compose/build: what a bundler's configuration adds to a build. Plain JavaScript: bundlers load it without a compiler.
export { sourceFingerprint } from '../build/build-version.js';
export { NameClassesByContent, TakeOwnChunks } from '../build/name-by-content.js';
export { RecordFiles } from '../build/record-files.js';
export { RecordPlatform, recordFile } from '../build/record-platform.js';
export { federationName, hashPlaceholder, remoteOptions } from '../build/remote-build.js';
export { readTypeErrors } from '../build/type-errors.js';
