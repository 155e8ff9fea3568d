import { whyRefused } from '../model/composed-files.ts';
import { type ComposedPage, current, findPage } from '../model/composed-pages.ts';
import type { Composition, LocalText, MenuEntry, NavEntry, RemoteVersion } from '../model/composition.ts';

/** The links that the remotes declare, in their order. */
export interface RemoteLinks {
  nav: readonly NavEntry[];
  menu: readonly MenuEntry[];
}

/** What the page's composition says of its remotes, before any is loaded. */
export interface ComposedRemotes {
  /** Remote and access of the page at a pathname, or null when no remote serves it. Known before any remote is loaded. */
  find(pathname: string): ComposedPage | null;
  /** All links for the frame in their order. The same object until the composition changes. */
  links(): RemoteLinks;
  /** The name of a remote's area, or null for a name that is not in the composition. */
  area(name: string): LocalText | null;
  names(): string[];
  /** The versions of a remote that the page may show, the live one first; none of a name that is not in the composition. */
  versions(name: string): readonly RemoteVersion[];
  /** Remotes with work to do at each sign-in, loaded or not. */
  withSignedInHook(): string[];
}

/** The page's composition; a Retry may replace a remote's entry by a newer one. */
export interface PageComposition {
  remotes: ComposedRemotes;
  /** The version of a remote to show, or null for an unknown name. */
  liveVersion(name: string): RemoteVersion | null;
  /** Why the page may not load a version; null if it may, and for versions outside its own composition. */
  refusal(version: RemoteVersion): string | null;
  /** Whether another composition has a version that this page's content security policy does not allow. */
  isNewIn(next: Composition, name: string): boolean;
  /** Takes one remote's entry from another composition. The others stay loadable as before. */
  take(name: string, next: Composition): void;
}

/** `mf-quiz@0.1.0-3fa2c1d8e0` */
export const keyOf = ({ descriptor, version }: RemoteVersion) => `${descriptor.name}@${version}`;

/**
 * Creates the page's composition from the delivered one.
 *
 * @param remoteOrigins further origins of remotes
 */
export function createPageComposition(
  composition: Composition,
  remoteOrigins: readonly string[],
): PageComposition {
  let live = composition;
  let links = linksOf(live);
  /** The versions that are embedded in the page. */
  const known = new Map(versionsIn(composition).map((version) => [keyOf(version), version]));
  const liveVersion = (name: string) => {
    const app = live.apps[name];
    return app ? current(app) : null;
  };
  return {
    remotes: {
      find: (pathname) => findPage(live, pathname),
      links: () => links,
      area: (name) => liveVersion(name)?.descriptor.area ?? null,
      names: () => Object.keys(live.apps),
      versions: (name) => live.apps[name]?.versions ?? [],
      withSignedInHook: () =>
        Object.keys(live.apps).filter((name) => liveVersion(name)?.descriptor.onSignedIn),
    },
    liveVersion,
    refusal(version) {
      const own = known.get(keyOf(version));
      return own ? whyRefused(own, remoteOrigins) : null;
    },
    isNewIn: (next, name) => next.apps[name]?.versions.some((version) => !known.has(keyOf(version))) ?? false,
    take(name, next) {
      live = withApp(live, name, next);
      links = linksOf(live);
    },
  };
}

function withApp({ host, apps }: Composition, name: string, next: Composition): Composition {
  const { [name]: _before, ...others } = apps;
  const app = next.apps[name];
  return { host, apps: app ? { ...others, [name]: app } : others };
}

/** All versions of a composition, the live one of each remote before those to fall back to. */
export const versionsIn = ({ apps }: Composition): RemoteVersion[] =>
  Object.values(apps).flatMap(({ versions }) => versions);

function linksOf({ apps }: Composition): RemoteLinks {
  const descriptors = Object.values(apps).map((app) => current(app).descriptor);
  return {
    nav: descriptors.flatMap(({ nav }) => nav).sort((a, b) => a.order - b.order),
    menu: descriptors.flatMap(({ menu }) => menu).sort((a, b) => a.order - b.order),
  };
}
