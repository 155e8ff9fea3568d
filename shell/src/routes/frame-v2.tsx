import { RetryAttempt, useVisit } from '@frens/platform/internal';
import { type ReactNode, Suspense, useState } from 'react';
import { Chrome } from '../chrome/chrome.tsx';
import type { ChromeProps } from '../chrome/chrome-links.ts';
import { RemoteBoundary, RemoteError } from '../composition/engine.ts';
import { RemoteFailure } from '../composition/remote-failure.tsx';
import { RemotePending } from '../composition/remote-pending.tsx';
import { ChromeV2 } from './shell-screens.ts';

/** The frame of the /v2 pages, lazy-loaded with the first of them. Until then, or when that fails, the default frame is shown. */
export function FrameV2({ children, ...chrome }: ChromeProps & { children: ReactNode }) {
  const [retries, setRetries] = useState(0);
  const visit = useVisit(retries);
  return (
    <RemoteBoundary
      visit={visit}
      fallback={(cause) => (
        <Chrome {...chrome}>
          <RemoteFailure
            error={new RemoteError({ name: 'shell', version: '' }, 'entry', String(cause), cause)}
            onRetry={() => setRetries(retries + 1)}
          />
        </Chrome>
      )}
    >
      <RetryAttempt value={visit}>
        <Suspense
          fallback={
            <Chrome {...chrome}>
              <RemotePending name="shell" />
            </Chrome>
          }
        >
          <ChromeV2 {...chrome}>{children}</ChromeV2>
        </Suspense>
      </RetryAttempt>
    </RemoteBoundary>
  );
}
