import type { RemotePath } from './composition.ts';
import { matchesPath } from './site-path.ts';

// Without zod, because the shell's first page carries it.

/** The parts of a composition that list its pages. */
export interface ServedPages {
  apps: Record<string, { versions: readonly [{ descriptor: { paths: RemotePath[] } }, ...unknown[]] }>;
}

/** The version of a remote that members get. */
export function current<Version>({ versions }: { versions: readonly [Version, ...unknown[]] }): Version {
  return versions[0];
}

/** A page and the remote that serves it. */
export interface ComposedPage {
  name: string;
  page: RemotePath;
}

/**
 * Finds the page of a pathname. Where two patterns fit, the more specific one wins: `/groups/new` before `/groups/:id`.
 *
 * @param composition what is live
 * @param pathname path of an address, without query
 */
export function findPage({ apps }: ServedPages, pathname: string): ComposedPage | null {
  const fitting = Object.entries(apps).flatMap(([name, app]) =>
    current(app)
      .descriptor.paths.filter(({ path }) => matchesPath(path, pathname))
      .map((page) => ({ name, page })),
  );
  const [best = null] = fitting.sort((a, b) => (generality(a.page.path) < generality(b.page.path) ? -1 : 1));
  return best;
}

/** Sorts patterns that fit one address: at the first segment where they differ, the fixed one comes before the parameter. */
const generality = (path: string) =>
  path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? 1 : 0))
    .join('');

/** The path prefix of the /v2 frame. */
export const v2Prefix = '/v2';

/** Whether a pathname lies in the /v2 frame. It follows from the path alone. */
export function isV2Path(pathname: string): boolean {
  return pathname.startsWith(`${v2Prefix}/`);
}

/**
 * The same page in the other frame, or null where it has no twin.
 *
 * @param composition what is live
 * @param target path of a page, with or without query
 */
export function twinOf(composition: ServedPages, target: string): string | null {
  const [pathname = target] = target.split(/[?#]/);
  const twin = isV2Path(pathname) ? pathname.slice(v2Prefix.length) : v2Prefix + pathname;
  const found = findPage(composition, twin);
  return found && isV2Path(found.page.path) === isV2Path(twin) ? twin + target.slice(pathname.length) : null;
}

/**
 * Where a path leads from the page on show: from the /v2 frame to the /v2 twin of a page that has one, else where it says.
 *
 * @param pathname path of the page on show
 * @param twin see `twinOf`
 */
export function inFrameOf(pathname: string, path: string, twin: (path: string) => string | null): string {
  return (isV2Path(pathname) && !isV2Path(path) && twin(path)) || path;
}
