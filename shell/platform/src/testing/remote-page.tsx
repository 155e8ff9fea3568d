import { findPage, type RemotePath, type ServedPages } from '@frens/compose';
import { inFrameOf } from '@frens/contract/frames';
import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, type ReactNode, Suspense } from 'react';
import { useLocation, useRoutes } from 'react-router-dom';
import { queryClient, useToasts } from '../current-platform.ts';
import type { RemoteModule } from '../remote-module.ts';
import { Link, PathInFrameProvider } from '../site-links.tsx';

const withPlainToasts = (page: ReactNode) => (
  <>
    {page}
    <PlainToasts />
  </>
);

/**
 * A remote's routes with the providers that the shell gives it.
 *
 * @param frame puts around them what stands there on the site; by itself there are the toasts alone, as plain text
 */
export function RemotePage({
  remote,
  frame = withPlainToasts,
}: {
  remote: RemoteModule;
  frame?: (page: ReactNode) => ReactNode;
}) {
  return (
    <QueryClientProvider client={queryClient}>
      <PathInFrameProvider value={usePathInFrame(remote)}>
        {frame(
          <Suspense fallback={<p>…</p>}>
            <RemoteRoutes remote={remote} />
          </Suspense>,
        )}
      </PathInFrameProvider>
    </QueryClientProvider>
  );
}

/** As the shell does it, on a site that has the pages of this one remote. */
function usePathInFrame({ name, routes }: RemoteModule) {
  const { pathname } = useLocation();
  const paths = routes.map(
    ({ path }): RemotePath => ({ path, access: 'public', frame: 'full', secrets: [] }),
  );
  const site: ServedPages = { apps: { [name]: { versions: [{ descriptor: { paths } }] } } };
  return (path: string) => inFrameOf(pathname, path, (other) => findPage(site, other));
}

function RemoteRoutes({ remote }: { remote: RemoteModule }): ReactNode {
  return useRoutes([
    ...remote.routes.map(({ path, Component }) => ({ path, element: <Component /> })),
    { path: '*', element: <CurrentPath /> },
  ]);
}

/** Stands for every page outside the remote, so that a test can see where a link or redirect led. */
function CurrentPath() {
  return <p>Another page of the site</p>;
}

/** Those that are queued as well: what they say is tested here, and their time beside the region that shows them. */
function PlainToasts() {
  const { current, queue } = useToasts();
  return [...(current ? [current] : []), ...queue].map(({ id, tone, title, description, link, action }) => (
    <Fragment key={id}>
      <div role={tone === 'danger' ? 'alert' : 'status'}>
        <strong>{title}</strong> <span>{description}</span>
      </div>
      {link ? <Link to={link.to}>{link.label}</Link> : null}
      {action ? (
        <button type="button" onClick={action.onSelect}>
          {action.label}
        </button>
      ) : null}
    </Fragment>
  ));
}
