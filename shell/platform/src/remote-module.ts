import { type Language, languages } from '@frens/contract/languages';
import type { UseQueryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { PagedQuery } from './lists/paged-query.ts';

/**
 * Major version of the contract between the shell and every remote (semver major). It is raised when remotes must change to keep
 * working.
 */
export const platformContract = 1;

/** Texts of one namespace in one language: nested keys that end in strings. */
export interface Texts {
  [key: string]: string | Texts;
}

/** Loads the texts of one namespace, one file per language. Where a language, or a text in it, is missing, English stands in. */
export type Locales = { en: TextsLoader } & Partial<Record<Language, TextsLoader>>;
type TextsLoader = () => Promise<{ default: Texts }>;

/** A remote's texts in every language with a file: ``localesIn((language) => import(`../locales/${language}.json`))``. */
export function localesIn(load: (language: Language) => ReturnType<TextsLoader>): Locales {
  // Safe: `languages` has each of them.
  return Object.fromEntries(
    languages.map((language) => [language, () => load(language).catch(withoutFile)]),
  ) as Locales;
}

/** The bundler's error for a file that was missing at build time. */
function withoutFile(cause: unknown): { default: Texts } {
  if ((cause as { code?: unknown }).code === 'MODULE_NOT_FOUND') return { default: {} };
  throw cause;
}

/**
 * A screen's public data, the same for every visitor and part of the rendered page (docs/decisions/0326). A property of the screen:
 * `CirclesScreen.publicData = ((read) => read(circlesQuery(currentLanguage(), { q: '' }))) satisfies PublicData`.
 *
 * @param read reads a query's data; for lists the first page
 * @param parameters the path's parameters by name
 * @param search the query's parameters; the server fills in those named by `search` of `remote.json`
 */
export type PublicData = (
  read: <Data>(query: PagedQuery<Data> | WholeQuery<Data>) => Promise<void>,
  parameters: Readonly<Record<string, string>>,
  search: URLSearchParams,
) => Promise<unknown>;

/** A query by `queryOptions`. */
export type WholeQuery<Data> = Pick<UseQueryOptions<Data>, 'queryKey' | 'queryFn'>;

/** A list without pages. */
export interface ListQuery<Item> {
  queryKey: readonly unknown[];
  queryFn: (asked: { signal: AbortSignal }) => Promise<Item[]>;
}

/** A screen that can be fetched before it is shown (see `lazyScreen`). */
export type Screen = ComponentType & { preload?: () => Promise<unknown> };

/** One page of a remote. `path` is the site's full path in react-router's notation, as listed in `remote.json`. */
export interface RemoteRoute {
  path: string;
  Component: Screen;
}

/** What a remote exposes as `./remote`: everything the shell needs to mount it. Created by `defineRemote`. */
export interface RemoteModule {
  /** Name of the workspace, of the i18n namespace and of the entry in the composition. */
  name: string;
  /** The platform major the remote was written for. */
  contract: typeof platformContract;
  routes: RemoteRoute[];
  locales: Locales;
  /** Called once after each sign-in, on any page: for work that a visitor left unfinished. Must not throw for a failed call. */
  onSignedIn?: () => Promise<void>;
}

/**
 * Declares a remote. The value is returned unchanged; the function exists so that the compiler checks it at its source.
 *
 * @param remote the module's name, contract number, routes and texts
 */
export function defineRemote(remote: RemoteModule): RemoteModule {
  return remote;
}
