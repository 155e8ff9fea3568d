/** Pages that exist a second time under /v2 (spec section 2). */
const twins: ReadonlySet<string> = new Set([
  '/auth',
  '/profile',
  '/dashboard',
  '/browse',
  '/privacy-settings',
]);

/** The address to use inside the /v2 chrome: its own version of a page where there is one, else the common page. */
export function v2Path(path: string): string {
  const [pathname = path] = path.split('?');
  return twins.has(pathname) ? `/v2${path}` : path;
}
