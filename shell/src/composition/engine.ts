import {
  createRemotes as createEngineRemotes,
  createFederationLoader,
  createVisitReports,
  type ModuleLoader,
  type Remotes,
  type RemotesOptions,
  readSharedPackages,
  type SharedLibraries,
  type SharedPackage,
} from '@frens/compose/browser';
import type { Composition } from '@frens/compose/composition';
import * as platform from '@frens/platform';
import { api } from '@frens/platform';
import { platformContract } from '@frens/platform/internal';
import * as react from 'react';
import * as reactDom from 'react-dom';

// The one place where the shell takes the composition engine, held by lint.
export {
  askAfreshAfterFailures,
  compositionAddress,
  enforceIntegrity,
  isLineSlow,
  isLostFile,
  limitFiles,
  type ModuleLoader,
  measureName,
  measurePhase,
  type Phase,
  RemoteBoundary,
  RemoteError,
  type RemoteModule,
  type RemoteStage,
  type RemoteState,
  type Remotes,
  RemotesProvider,
  reportUncaughtErrors,
  startMeasuringVitals,
  startPreloading,
  storePreview,
  useRemote,
  useRemotes,
  wantedIn,
  withPreview,
} from '@frens/compose/browser';

/** Creates the remotes of a page on the platform of this shell. */
export function createRemotes(options: Omit<RemotesOptions, 'platform'>) {
  return createEngineRemotes({ ...options, platform: { contract: platformContract, names: platform } });
}

/** Libraries that exist once on a page: this shell brings them, remotes use them. */
const shared = (): SharedLibraries => ({
  react: { version: react.version, library: react },
  'react-dom': { version: reactDom.version, library: reactDom },
  '@frens/platform': { version: `${platformContract}.0.0`, library: platform },
});

/** Creates the reports of a page, which go to the API of this site. */
export const reportVisits = () =>
  createVisitReports({
    visits: (body, keepalive) => api.call('POST /api/composition/visits', { body, keepalive }),
    reports: (body) => api.call('POST /api/composition/reports', { body }),
  });

/** Creates the loader of remotes' modules. */
export const loadByFederation = (composition: Composition): ModuleLoader =>
  createFederationLoader(composition, shared());

/** Which packages are shared on this page. */
export const sharedPackages = ({ names, versions }: Remotes): Promise<SharedPackage[]> =>
  readSharedPackages(names().flatMap(versions), shared());
