import { federationName } from '../build/remote-build.js';
import { namedFiles, unlisted } from '../model/composed-files.ts';
import { current } from '../model/composed-pages.ts';
import type { Composition, Integrity, RemoteVersion } from '../model/composition.ts';
import { matchesPath } from '../model/matches-path.ts';
import { hostPaths, type SiteDefinition } from '../model/site-definition.ts';
import { basesOf, shellName } from '../store/site-store.ts';
import { isBelow, isPattern, overlap, shapeOf } from './patterns.ts';

/** The context that a composition is checked against. */
export interface Surroundings {
  /** All remotes of the checkout; unknown to a team that publishes from a checkout of its own remote. */
  folders?: readonly string[];
  /** Pages that mails link to. */
  mailPages?: readonly string[];
  /** Calls that the API serves, if known. */
  apiCalls?: readonly string[] | null;
  /** Further origins of remotes (`REMOTE_ORIGINS`). */
  remoteOrigins?: readonly string[];
}

/**
 * Lists the problems of a composition, one sentence each, starting with the remote concerned. Pure, so that publishing, promoting and
 * rolling back share the same checks.
 *
 * @returns an empty list if the composition may go live
 */
export function checkComposition(
  site: SiteDefinition,
  composition: Composition,
  surroundings: Surroundings = {},
): string[] {
  return misfitsOf(site, composition, surroundings).map(textOf);
}

/** A problem of one part of the site. */
interface Misfit {
  /** The shell or remote concerned; null for links of the site itself. */
  part: string | null;
  version: string;
  sentence: string;
  /** For a path conflict, the remote that already serves the path. */
  rival?: string;
}

const textOf = ({ part, version, sentence }: Misfit) =>
  part === null ? sentence : `${part} ${version} ${sentence}`;

function misfitsOf(
  site: SiteDefinition,
  composition: Composition,
  { folders, mailPages = [], apiCalls = null, remoteOrigins = [] }: Surroundings,
): Misfit[] {
  const { host } = composition;
  const misfits: Misfit[] = [
    ...[
      ...deadLinks(site, composition, host.links).map((link) => `leads to ${link}`),
      ...unhashed(host.integrity, Object.values(host.files?.routes ?? {}).flat()),
      ...missingCalls(host.calls, apiCalls),
    ].map((sentence) => ({ part: shellName, version: host.version, sentence })),
    ...deadLinks(site, composition, mailPages).map((link) => ({
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
    for (const { sentence, rival } of strangers(site, composition, name)) say(sentence, rival);
    for (const sentence of [
      ...nameMisfits(name, version, remoteOrigins),
      ...ownMisfits(version),
      ...closedSignIns(site, version),
      ...platformMisfits(composition, version),
      ...deadLinks(site, composition, version.built?.links).map((link) => `leads to ${link}`),
      ...unhashed(version.integrity, namedFiles(version)),
      ...missingCalls(version.built?.calls, apiCalls),
    ])
      say(sentence);
  }
  return misfits;
}

/** Wrong names: of the remote, its federation container or its folder. */
function nameMisfits(
  name: string,
  { version, mf, base, descriptor, files }: RemoteVersion,
  remoteOrigins: readonly string[],
): string[] {
  if (descriptor.name !== name) return [`calls itself ${descriptor.name}`];
  // In development containers and folders have fixed names.
  if (!files) return [];
  const own = federationName(name, version);
  const folders = basesOf(name, version);
  return [
    ...(mf === own ? [] : [`names its container ${mf}, and its own name is ${own}`]),
    ...(folders.some((folder) => base === folder || liesOn(remoteOrigins, base, folder))
      ? []
      : [`is served from ${base}, and its own folder is ${folders[0]}, here or on one of REMOTE_ORIGINS`]),
  ];
}

/** Whether an address ends with a folder and is on one of some origins. */
function liesOn(origins: readonly string[], address: string, folder: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return (
    url !== null &&
    address === url.origin + url.pathname &&
    address.endsWith(folder) &&
    origins.includes(url.origin)
  );
}

/** Files without an integrity hash. */
const unhashed = (integrity: Integrity, files: readonly string[]) =>
  unlisted(integrity, [...new Set(files)]).map((file) => `has no hash of ${file}`);

/** Calls that the API does not serve. */
const missingCalls = (calls: readonly string[] = [], offered: readonly string[] | null) =>
  offered === null
    ? []
    : calls.filter((call) => !offered.includes(call)).map((call) => `calls ${call}, which the API has not`);

/** Contradictions between `remote.json` and the code. */
function ownMisfits({ descriptor, built, files }: RemoteVersion): string[] {
  const paths = descriptor.paths.map(({ path }) => path);
  const targets = [...descriptor.nav, ...descriptor.menu].map(({ path }) => path);
  const misfits = [
    ...paths
      .filter((path) => !isPattern(path))
      .map((path) => `has the path ${path}, which is no pattern of fixed segments and parameters`),
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
    ...[...new Set([...routes, ...Object.keys(files?.routes ?? {})])]
      .filter((route) => !paths.includes(route))
      .map((route) => `has the route ${route}, which is none of its paths`),
    ...(hasSignedInHook === descriptor.onSignedIn
      ? []
      : ['declares `onSignedIn` in one of remote.json and remote.tsx only']),
  ];
}

/** Sign-in pages for members only: visitors are redirected there from members' pages. */
const closedSignIns = (site: SiteDefinition, { descriptor }: RemoteVersion) =>
  descriptor.paths
    .filter(
      ({ path, access }) => access === 'member' && site.signInPage && overlap(site, site.signInPage, path),
    )
    .map(({ path }) => `has the sign-in page ${path} for members only, and visitors are led there`);

/** Paths of a remote with addresses that the server, the shell or another remote answers (0130). */
function strangers(
  site: SiteDefinition,
  { apps }: Composition,
  name: string,
): { sentence: string; rival?: string }[] {
  const pathsOf = (remote: string) => {
    const app = apps[remote];
    return app ? current(app).descriptor.paths.map(({ path }) => path) : [];
  };
  const taken = (path: string, other: string, owner: string) =>
    shapeOf(other) === shapeOf(path)
      ? `takes the path ${path} of ${owner}`
      : `takes with its path ${path} addresses of ${other} of ${owner}`;
  const others = Object.keys(apps).filter((other) => other !== name);
  return pathsOf(name).flatMap((path) => {
    const served = site.serverPaths.find((own) => isBelow(path, own));
    if (served) return [{ sentence: `takes the path ${path}, and ${served} is answered by the server` }];
    const own = hostPaths(site, { hasDevPages: true }).find((one) => overlap(site, one, path));
    if (own) return [{ sentence: taken(path, own, 'the shell') }];
    return others.flatMap((rival) =>
      pathsOf(rival)
        .filter((other) => overlap(site, other, path))
        .map((other) => ({ sentence: taken(path, other, rival), rival })),
    );
  });
}

/** Platform features that the shell lacks: another major version, names that the code uses, or custom properties that its styles expect. */
export function platformMisfits(
  { host }: Pick<Composition, 'host'>,
  { built, descriptor }: RemoteVersion,
): string[] {
  if (!built || !host.platform) return [];
  const major = Number.parseInt(host.platform.version, 10);
  if (descriptor.platform !== major)
    return [`is for platform ${descriptor.platform}, and this shell has ${major}`];
  const { names, properties: set } = host.platform;
  const { names: used, properties: expected = [] } = built.platform;
  const missing = [
    ...used.filter((name) => !names.includes(name)),
    ...(set ? expected.filter((property) => !set.includes(property)) : []),
  ];
  return missing.length === 0 ? [] : [`needs of the platform what this shell has not: ${missing.join(', ')}`];
}

/** Dead links. */
function deadLinks(site: SiteDefinition, { apps }: Composition, links: readonly string[] = []): string[] {
  const pages = Object.values(apps).flatMap((app) => current(app).descriptor.paths.map(({ path }) => path));
  const known = [...pages, ...hostPaths(site, { hasDevPages: true }), ...Object.keys(site.frames)];
  return links
    .filter((link) => !known.some((page) => isLedTo(page, link)))
    .map((link) => `${link.replace(/:$/, '…')}, which is no page of the site`);
}

/** Whether a page matches a link. A trailing placeholder matches any rest. */
function isLedTo(page: string, link: string): boolean {
  if (!link.endsWith('/:')) return matchesPath(page, link);
  const wanted = shapeOf(page).split('/');
  return link.split('/').every((segment, index) => wanted[index] === segment);
}

const withoutQuery = (target: string) => target.split(/[?#]/)[0] ?? target;
const duplicates = (paths: string[]) =>
  paths.filter((path, index) => paths.findIndex((other) => shapeOf(other) === shapeOf(path)) < index);

/**
 * Returns the problems that a change introduces: a remote that already has a problem, for instance after an API rollback, does not block
 * others. A conflict is attributed to the part that changes.
 *
 * Problems of the checkout always count, because its owner can fix them.
 *
 * @param before the live composition, or null
 */
export function newMisfits(
  site: SiteDefinition,
  before: Composition | null,
  after: Composition,
  surroundings: Surroundings,
): string[] {
  const { folders: _ofCheckout, ...served } = surroundings;
  const known = new Set(before ? checkComposition(site, before, served) : []);
  const [was, is] = [before ? versionsIn(before) : new Map<string, string>(), versionsIn(after)];
  const changed = new Set([...was.keys(), ...is.keys()].filter((name) => was.get(name) !== is.get(name)));
  const causes = [...changed].map((name) =>
    is.has(name) ? `${name} ${is.get(name)}` : `the site without ${name}`,
  );
  return misfitsOf(site, after, surroundings)
    .filter((misfit) => !known.has(textOf(misfit)))
    .flatMap((misfit) => {
      const { part, rival } = misfit;
      const stays = before !== null && part !== null && !changed.has(part) && changed.size > 0;
      if (!stays) return [textOf(misfit)];
      // Attributes the conflict to the remote that changes.
      if (rival && changed.has(rival)) return [];
      return [`${causes.join(' and ')} does not fit what stays: ${textOf(misfit)}`];
    });
}

const versionsIn = ({ host, apps }: Composition) =>
  new Map([
    [shellName, host.version],
    ...Object.entries(apps).map(([name, app]): [string, string] => [name, current(app).version]),
  ]);
