import { RetryAttempt, useVisit } from '@frens/platform/internal';
import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { measurePhase, RemoteBoundary, RemoteError } from '../composition/engine.ts';
import { RemoteFailure } from '../composition/remote-failure.tsx';
import { RemotePending } from '../composition/remote-pending.tsx';

/** Reports that the page beside it is shown and works. */
function Mounted() {
  useEffect(() => measurePhase('shell', 'mount', 0), []);
  return null;
}

/** The outlet of the shell's own pages. When the code of one does not load, the chrome stays and offers Retry (D62). */
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
