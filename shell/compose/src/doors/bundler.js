// @frens/compose/bundler: what a bundler's configuration adds to a build, and what says that one is out of date. Plain JavaScript, as these run it.
export { sourceFingerprint } from '../build/build-version.js';
export { NameClassesByContent, TakeOwnChunks } from '../build/name-by-content.js';
export { RecordFiles } from '../build/record-files.js';
export { RecordPlatform, recordFile } from '../build/record-platform.js';
export { federationName, hashPlaceholder, remoteOptions } from '../build/remote-build.js';
export { readTypeErrors } from '../build/type-errors.js';
