import type { ComposedPage } from '@frens/compose';

// Without zod, because the shell's first page carries it.

/** The path prefix of the /v2 frame. */
export const v2Prefix = '/v2';

/** Whether a pathname is in the /v2 frame. */
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
 * Resolves a link target: inside the /v2 frame to the page's /v2 twin, if it has one.
 *
 * @param pathname path of the page on show
 * @param find finds the page of a pathname
 */
export function inFrameOf(pathname: string, path: string, find: FindPage): string {
  return (isV2Path(pathname) && !isV2Path(path) && twinOf(find, path)) || path;
}
