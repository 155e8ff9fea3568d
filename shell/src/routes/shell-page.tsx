import { RetryAttempt, useVisit } from '@frens/platform/internal';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { measurePhase, RemoteBoundary, RemoteError } from '../composition/engine.ts';
import { RemoteFailure } from '../composition/remote-failure.tsx';
import { RemotePending } from '../composition/remote-pending.tsx';

/** Tells that the page beside it is on show, and works. */
function Mounted() {
  useEffect(() => measurePhase('shell', 'mount', 0), []);
  return null;
}

/** The place of a page that is the shell's own. When its code does not come, the chrome stays and the page can be tried again (D62). */
export function ShellPage({ Screen }: { Screen: ComponentType }) {
  const [retries, setRetries] = useState(0);
  const visit = useVisit(retries);
  return (
    <RemoteBoundary
      visit={visit}
      fallback={(cause) => (
        <RemoteFailure
          error={new RemoteError({ name: 'shell', version: '' }, 'entry', String(cause), cause)}
          isNews
          onRetry={() => setRetries(retries + 1)}
        />
      )}
    >
      <RetryAttempt value={visit}>
        <Suspense fallback={<RemotePending name="shell" />}>
          <Screen />
          <Mounted />
        </Suspense>
      </RetryAttempt>
    </RemoteBoundary>
  );
}
