// In place of those parts of the federation plugin's runtime that a container of this site does without (`unusedRuntime` in rspack.base.js): it has no
// remotes, no libraries of its own, nothing shared that it needs at once, and its options are whole from the start.
export const remotes = undefined;
export const getSharedFallbackGetter = undefined;
export const installInitialConsumes = () => {};
export const updateConsumeOptions = () => {};
export const init = ({ webpackRequire: { federation } }) => federation.runtime.init(federation.initOptions);
