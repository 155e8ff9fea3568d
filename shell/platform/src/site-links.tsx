import { type ComponentProps, createContext, useCallback, useContext } from 'react';
import * as router from 'react-router-dom';

/** Resolves a link from the current page: inside the /v2 frame to the page's twin, if any. */
export type PathInFrame = (path: string) => string;

const PathInFrameContext = createContext<PathInFrame>((path) => path);

/** Provided by the shell, which knows the pages of all remotes. */
export const PathInFrameProvider = PathInFrameContext.Provider;

const OpenedByBrowserContext = createContext<(address: string) => boolean>(() => false);

/** Provided by the shell: whether the browser itself follows a link, and not the router. The same function while the page hydrates. */
export const OpenedByBrowserProvider = OpenedByBrowserContext.Provider;

/** Resolves a path from the current page; for code other than links. */
function useInFrame(): <To extends router.To>(to: To) => To | string {
  const inFrame = useContext(PathInFrameContext);
  return useCallback((to) => (typeof to === 'string' && to.startsWith('/') ? inFrame(to) : to), [inFrame]);
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this site, optionally with a query. */
  to: router.To;
  /** Replaces the current history entry. */
  replace?: boolean;
  /** Navigation state of the target page. */
  state?: unknown;
}

/**
 * A link to a page of this site. Inside the /v2 frame it leads to the page's twin, so remotes need not care. Built on the router's hooks, because
 * its component includes prefetching for framework servers.
 */
export function Link({ to, replace, state, target, onClick, children, ...rest }: LinkProps) {
  const path = useInFrame()(to);
  const href = router.useHref(path);
  const open = router.useLinkClickHandler<HTMLAnchorElement>(path, { replace, state, target });
  const isOpenedByBrowser = useContext(OpenedByBrowserContext);
  return (
    <a
      {...rest}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        const isPlain = !replace && state === undefined;
        if (!event.defaultPrevented && !(isPlain && isOpenedByBrowser(href))) open(event);
      }}
    >
      {children}
    </a>
  );
}

/** A link that knows whether it leads to the current page or an ancestor. */
export function NavLink({ to, ...rest }: LinkProps) {
  const { pathname } = router.useResolvedPath(useInFrame()(to));
  const isHere = router.useMatch({ path: pathname, end: false }) !== null;
  return <Link {...rest} to={to} aria-current={isHere ? 'page' : undefined} />;
}

/** Redirects to a page of this site. */
export function Navigate({ to, ...rest }: ComponentProps<typeof router.Navigate>) {
  return <router.Navigate {...rest} to={useInFrame()(to)} />;
}

/** Opens a page, or moves in the browser's history; back if negative. */
interface NavigateFunction {
  (to: router.To, options?: router.NavigateOptions): void;
  (steps: number): void;
}

/** Navigation from code. */
export function useNavigate(): NavigateFunction {
  const navigate = router.useNavigate();
  const inFrame = useInFrame();
  return useCallback(
    (to: router.To | number, options?: router.NavigateOptions) =>
      void (typeof to === 'number' ? navigate(to) : navigate(inFrame(to), options)),
    [navigate, inFrame],
  );
}
