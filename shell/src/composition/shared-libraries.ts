import * as platform from '@frens/platform';
import { platformContract } from '@frens/platform/internal';
import * as react from 'react';
import * as reactDom from 'react-dom';

/** A library that is on the page once, in the shell's script, for all remotes. */
export interface SharedLibrary {
  name: string;
  version: string;
  library: object;
  /** Federation names of the containers that have taken it. */
  usedIn: Set<string>;
}

const shared = (name: string, version: string, library: object): SharedLibrary => ({
  name,
  version,
  library,
  usedIn: new Set(),
});

/** What the shell brings for the remotes, which bring none of it. Versions are checked by the composition and by name, not by range. */
export const sharedLibraries: readonly SharedLibrary[] = [
  shared('react', react.version, react),
  shared('react-dom', reactDom.version, reactDom),
  shared('@frens/platform', `${platformContract}.0.0`, platform),
];
