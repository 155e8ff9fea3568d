import type { Composition } from '@frens/compose';
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
import { languages } from '@frens/contract/languages';
import { api } from '@frens/platform';
import { platformContract } from '@frens/platform/internal';

// The only import of the composition engine by the shell (lint rule).
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

/** Loaded with the federation runtime: exports that only remotes use are on no page of the shell. */
const sharedCode = () => import(/* webpackChunkName: "federation" */ './shared-libraries.ts');
const sharedLibraries = async (): Promise<SharedLibraries> => (await sharedCode()).sharedLibraries;

/** Creates the remotes of a page with this shell's platform. */
export function createRemotes(options: Omit<RemotesOptions, 'platform'>) {
  const names = async () => (await sharedCode()).platform;
  const [language] = languages;
  return createEngineRemotes({ ...options, platform: { contract: platformContract, language, names } });
}

/** Creates the reporter of a page, which posts to this site's API. */
export const reportVisits = () =>
  createVisitReports({
    visits: (body, keepalive) => api.call('POST /api/composition/visits', { body, keepalive }),
    reports: (body) => api.call('POST /api/composition/reports', { body }),
  });

/** Creates the loader of remotes' modules. */
export const loadByFederation = (composition: Composition): ModuleLoader =>
  createFederationLoader(composition, sharedLibraries);

/** The packages that are shared on this page. */
export const sharedPackages = ({ names, versions }: Remotes): Promise<SharedPackage[]> =>
  readSharedPackages(names().flatMap(versions), sharedLibraries);
