// Replaces parts of the federation plugin's runtime that containers do not need (`unusedRuntime` in rspack.base.js): they have no remotes, no shared
// libraries of their own, no eager imports, and complete options from the start.
export const remotes = undefined;
export const getSharedFallbackGetter = undefined;
export const installInitialConsumes = () => {};
export const updateConsumeOptions = () => {};
export const init = ({ webpackRequire: { federation } }) => federation.runtime.init(federation.initOptions);
