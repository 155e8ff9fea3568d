import type { ComponentType } from 'react';

/** Texts of one namespace in one language: nested keys that end in strings. */
interface Texts {
  [key: string]: string | Texts;
}
type TextsLoader = () => Promise<{ default: Texts }>;

/** What a remote exposes as `./remote`: everything the host needs to mount it. */
export interface RemoteModule {
  /** Name of the remote, of its texts and of its entry in the composition. */
  name: string;
  /** The platform major the remote was written for. */
  contract: number;
  /** Its pages: `path` is the whole path in react-router's notation, as listed in `remote.json`. */
  routes: { path: string; Component: ComponentType & { preload?: () => Promise<unknown> } }[];
  /** Texts by language, each loaded when it is needed. */
  locales: { [language: string]: TextsLoader | undefined };
  /** Called once after each sign-in, on any page. Must not throw for a failed call. */
  onSignedIn?: () => Promise<void>;
}
