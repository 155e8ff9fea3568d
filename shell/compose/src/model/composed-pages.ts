import type { RemotePath } from './composition.ts';
import { patternFits } from './matches-path.ts';

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
  const fits = patternFits(pathname);
  const fitting = Object.entries(apps).flatMap(([name, app]) =>
    current(app)
      .descriptor.paths.filter(({ path }) => fits(path))
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
