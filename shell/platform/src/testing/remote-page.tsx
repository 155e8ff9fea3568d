import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { useRoutes } from 'react-router-dom';
import type { RemoteModule } from '../remote-module.ts';
import { queryClient } from '../session.ts';
import { useToasts } from '../toast.ts';

/** A remote's routes with the providers that the shell gives it, and the toast as plain text. */
export function RemotePage({ remote }: { remote: RemoteModule }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={<p>…</p>}>
        <RemoteRoutes remote={remote} />
      </Suspense>
      <PlainToast />
    </QueryClientProvider>
  );
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

function PlainToast() {
  const current = useToasts((state) => state.current);
  if (!current) return null;
  return (
    <>
      <div role={current.tone === 'danger' ? 'alert' : 'status'}>
        <strong>{current.title}</strong> <span>{current.description}</span>
      </div>
      {current.action ? (
        <button type="button" onClick={current.action.onSelect}>
          {current.action.label}
        </button>
      ) : null}
    </>
  );
}
