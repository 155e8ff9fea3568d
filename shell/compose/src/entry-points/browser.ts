// @frens/compose/browser: the loader in the page. Which remotes there are, loading, checking, failing, retrying, reporting.
export { enforceIntegrity } from '../browser/enforce-integrity.ts';
export { createFederationLoader, type SharedLibraries } from '../browser/federation-loader.ts';
export { askAfreshAfterFailures } from '../browser/fresh-addresses.ts';
export { startMeasuringVitals, startPreloading } from '../browser/lazy-start.ts';
export { limitFiles } from '../browser/limit-files.ts';
export type { ModuleLoader } from '../browser/load-remote.ts';
export { measureName, measurePhase, type Phase } from '../browser/measure-phase.ts';
export { compositionAddress, storePreview, wantedIn, withPreview } from '../browser/preview.ts';
export { RemoteBoundary } from '../browser/remote-boundary.tsx';
export { isLostFile, RemoteError, type RemoteStage } from '../browser/remote-error.ts';
export type { RemoteModule } from '../browser/remote-module.ts';
export type { RemoteState } from '../browser/remote-states.ts';
export { createRemotes, type Remotes, type RemotesOptions } from '../browser/remotes.ts';
export { RemotesProvider, useRemote, useRemotes } from '../browser/remotes-context.tsx';
export { readSharedPackages, type SharedPackage } from '../browser/shared-packages.ts';
export { isLineSlow } from '../browser/slow-line.ts';
export { reportUncaughtErrors } from '../browser/uncaught-errors.ts';
export { createVisitReports } from '../browser/visit-reports.ts';
