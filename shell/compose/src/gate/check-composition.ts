import { namedFiles, unlisted } from '@frens/contract/composed-files';
import { type ComposedPage, current, findPage } from '@frens/contract/composed-pages';
import type { Composition, Integrity, RemoteVersion } from '@frens/contract/composition';
import { matchesPath, serverPaths, shellFrames, shellPaths } from '@frens/contract/site-path';
import { federationName } from '../build/build-version.js';
import { remotePath, shellName } from '../store/site-store.ts';

/** What stands around a composition and decides whether it fits. */
export interface Surroundings {
  /** Remotes that exist, where the whole site is at hand; a team that publishes its own remote alone does not know. */
  folders?: readonly string[];
  /** Pages that the server leads to in its mails. */
  mailPages?: readonly string[];
  /** Calls of the API that serves beside it, where they are known. */
  apiCalls?: readonly string[] | null;
  /** Origins beside the site's own that versions may lie on (`REMOTE_ORIGINS`). */
  remoteOrigins?: readonly string[];
}

/**
 * Says what does not fit together in a composition: one sentence each, beginning with the remote it belongs to. Pure, so that whatever
 * publishes, promotes or goes back asks the same questions first.
 *
 * @returns nothing when the composition may go live
 */
export function checkComposition(composition: Composition, surroundings: Surroundings = {}): string[] {
  return misfitsOf(composition, surroundings).map(textOf);
}

/** What does not fit of one part of the site. */
interface Misfit {
  /** The name of the shell or a remote; null where the site leads somewhere itself. */
  part: string | null;
  version: string;
  sentence: string;
  /** The remote that serves the path already, where that is what does not fit. */
  rival?: string;
}

const textOf = ({ part, version, sentence }: Misfit) =>
  part === null ? sentence : `${part} ${version} ${sentence}`;

function misfitsOf(
  composition: Composition,
  { folders, mailPages = [], apiCalls = null, remoteOrigins = [] }: Surroundings,
): Misfit[] {
  const { host } = composition;
  const misfits: Misfit[] = [
    ...[
      ...deadLinks(composition, host.links).map((link) => `leads to ${link}`),
      ...unhashed(host.integrity, Object.values(host.files?.routes ?? {}).flat()),
      ...missingCalls(host.calls, apiCalls),
    ].map((sentence) => ({ part: shellName, version: host.version, sentence })),
    ...deadLinks(composition, mailPages).map((link) => ({
      part: null,
      version: '',
      sentence: `A mail leads to ${link}`,
    })),
  ];
  for (const [name, app] of Object.entries(composition.apps)) {
    const version = current(app);
    const say = (sentence: string, rival?: string) =>
      misfits.push({ part: name, version: version.version, sentence, rival });
    if (folders && !folders.includes(name)) say('has no folder any more');
    for (const { sentence, rival } of strangers(composition, name)) say(sentence, rival);
    for (const sentence of [
      ...nameMisfits(name, version, remoteOrigins),
      ...ownMisfits(version),
      ...platformMisfits(composition, version),
      ...deadLinks(composition, version.built?.links).map((link) => `leads to ${link}`),
      ...unhashed(version.integrity, namedFiles(version)),
      ...missingCalls(version.built?.calls, apiCalls),
    ])
      say(sentence);
  }
  return misfits;
}

/** Names that are somebody else's: of the remote, of its federation container, of the folder that it is served from. */
function nameMisfits(
  name: string,
  { version, mf, base, descriptor, files }: RemoteVersion,
  remoteOrigins: readonly string[],
): string[] {
  if (descriptor.name !== name) return [`calls itself ${descriptor.name}`];
  // In development containers and folders have fixed names.
  if (!files) return [];
  const own = federationName(name, version);
  const folder = `/${remotePath(name, version)}`;
  return [
    ...(mf === own ? [] : [`names its container ${mf}, and its own name is ${own}`]),
    ...(base === folder || liesOn(remoteOrigins, base, folder)
      ? []
      : [`is served from ${base}, and its own folder is ${folder}, here or on one of REMOTE_ORIGINS`]),
  ];
}

/** Whether an address is that of a folder, with whatever path before it, on one of some origins. */
function liesOn(origins: readonly string[], address: string, folder: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return (
    url !== null &&
    address === url.origin + url.pathname &&
    address.endsWith(folder) &&
    origins.includes(url.origin)
  );
}

/** Files that a page would run without knowing what they must be. */
const unhashed = (integrity: Integrity, files: readonly string[]) =>
  unlisted(integrity, [...new Set(files)]).map((file) => `has no hash of ${file}`);

/** Calls that the API does not offer. */
const missingCalls = (calls: readonly string[] = [], offered: readonly string[] | null) =>
  offered === null
    ? []
    : calls.filter((call) => !offered.includes(call)).map((call) => `calls ${call}, which the API has not`);

/** What `remote.json` says of itself and of the code beside it. */
function ownMisfits({ descriptor, built }: RemoteVersion): string[] {
  const paths = descriptor.paths.map(({ path }) => path);
  const targets = [...descriptor.nav, ...descriptor.menu].map(({ path }) => path);
  const misfits = [
    ...duplicates(paths).map((path) => `names the path ${path} twice`),
    ...targets
      .filter((target) => !paths.includes(withoutQuery(target)))
      .map((target) => `links to ${target}, which is none of its paths`),
  ];
  if (!built) return misfits;
  const { routes, hasSignedInHook } = built;
  return [
    ...misfits,
    ...paths.filter((path) => !routes.includes(path)).map((path) => `has the path ${path} without a route`),
    ...routes
      .filter((route) => !paths.includes(route))
      .map((route) => `has the route ${route}, which is none of its paths`),
    ...(hasSignedInHook === descriptor.onSignedIn
      ? []
      : ['declares `onSignedIn` in one of remote.json and remote.tsx only']),
  ];
}

/** Paths that somebody else serves. Two patterns of different remotes may overlap as long as one is more specific. */
function strangers(composition: Composition, name: string): { sentence: string; rival?: string }[] {
  const others = { apps: { ...composition.apps } };
  const app = others.apps[name];
  delete others.apps[name];
  if (!app) return [];
  return current(app).descriptor.paths.flatMap(({ path }) => {
    if (shellPaths.some((own) => shape(own) === shape(path)))
      return [{ sentence: `takes the path ${path} of the shell` }];
    const served = serverPaths.find((own) => `${path}/`.startsWith(`${own}/`));
    if (served) return [{ sentence: `takes the path ${path}, and ${served} is answered by the server` }];
    const rival = sameShape(others, path)?.name;
    return rival ? [{ sentence: `takes the path ${path} of ${rival}`, rival }] : [];
  });
}

function sameShape(composition: Pick<Composition, 'apps'>, path: string): ComposedPage | null {
  const found = findPage(composition, path);
  return found && shape(found.page.path) === shape(path) ? found : null;
}

/** What the shell beside it does not have: another major of the platform, or names of it that the code uses. */
export function platformMisfits(
  { host }: Pick<Composition, 'host'>,
  { built, descriptor }: RemoteVersion,
): string[] {
  if (!built || !host.platform) return [];
  const major = Number.parseInt(host.platform.version, 10);
  if (descriptor.platform !== major)
    return [`is for platform ${descriptor.platform}, and this shell has ${major}`];
  const { names } = host.platform;
  const missing = built.platform.names.filter((name) => !names.includes(name));
  return missing.length === 0 ? [] : [`needs of the platform what this shell has not: ${missing.join(', ')}`];
}

/** Pages that somebody leads to and nobody serves. */
function deadLinks({ apps }: Composition, links: readonly string[] = []): string[] {
  const pages = Object.values(apps).flatMap((app) => current(app).descriptor.paths.map(({ path }) => path));
  const known = [...pages, ...shellPaths, ...Object.keys(shellFrames)];
  return links
    .filter((link) => !known.some((page) => isLedTo(page, link)))
    .map((link) => `${link.replace(/:$/, '…')}, which is no page of the site`);
}

/** Whether a page is where a link leads. A value at its end stands for whatever comes there and after it. */
function isLedTo(page: string, link: string): boolean {
  if (!link.endsWith('/:')) return matchesPath(page, link);
  const wanted = shape(page).split('/');
  return link.split('/').every((segment, index) => wanted[index] === segment);
}

const withoutQuery = (target: string) => target.split(/[?#]/)[0] ?? target;
/** Two patterns that differ only in the names of their parameters fit the same addresses. */
const shape = (path: string) => path.replace(/:[^/]+/g, ':');
const duplicates = (paths: string[]) =>
  paths.filter((path, index) => paths.findIndex((other) => shape(other) === shape(path)) < index);

/**
 * What does not fit and did not before: one remote that does not fit any more, because an API was taken back, stops nobody else. It is said of what changes, not of who stays as they
 * are and is in its way.
 *
 * What is missing in the checkout counts each time: who publishes from it can mend it.
 *
 * @param before what is live, or null
 */
export function newMisfits(
  before: Composition | null,
  after: Composition,
  surroundings: Surroundings,
): string[] {
  const { folders: _ofCheckout, ...site } = surroundings;
  const known = new Set(before ? checkComposition(before, site) : []);
  const [was, is] = [before ? versionsIn(before) : new Map<string, string>(), versionsIn(after)];
  const changed = new Set([...was.keys(), ...is.keys()].filter((name) => was.get(name) !== is.get(name)));
  const causes = [...changed].map((name) =>
    is.has(name) ? `${name} ${is.get(name)}` : `the site without ${name}`,
  );
  return misfitsOf(after, surroundings)
    .filter((misfit) => !known.has(textOf(misfit)))
    .flatMap((misfit) => {
      const { part, rival } = misfit;
      const stays = before !== null && part !== null && !changed.has(part) && changed.size > 0;
      if (!stays) return [textOf(misfit)];
      // The other one is told that it takes this path.
      if (rival && changed.has(rival)) return [];
      return [`${causes.join(' and ')} does not fit what stays: ${textOf(misfit)}`];
    });
}

const versionsIn = ({ host, apps }: Composition) =>
  new Map([
    [shellName, host.version],
    ...Object.entries(apps).map(([name, app]): [string, string] => [name, current(app).version]),
  ]);
