import type { ComposedPage } from '@frens/compose';

// Without zod, because the shell's first page carries it.

/** The path prefix of the /v2 frame. */
export const v2Prefix = '/v2';

/** Whether a pathname lies in the /v2 frame. It follows from the path alone. */
export function isV2Path(pathname: string): boolean {
  return pathname.startsWith(`${v2Prefix}/`);
}

type FindPage = (pathname: string) => ComposedPage | null;

/**
 * The same page in the other frame, or null where it has no twin.
 *
 * @param find finds the page of a pathname
 * @param target path of a page, with or without query
 */
export function twinOf(find: FindPage, target: string): string | null {
  const [pathname = target] = target.split(/[?#]/);
  const twin = isV2Path(pathname) ? pathname.slice(v2Prefix.length) : v2Prefix + pathname;
  const found = find(twin);
  return found && isV2Path(found.page.path) === isV2Path(twin) ? twin + target.slice(pathname.length) : null;
}

/**
 * Where a path leads from the page on show: from the /v2 frame to the /v2 twin of a page that has one, else where it says.
 *
 * @param pathname path of the page on show
 * @param find finds the page of a pathname
 */
export function inFrameOf(pathname: string, path: string, find: FindPage): string {
  return (isV2Path(pathname) && !isV2Path(path) && twinOf(find, path)) || path;
}
