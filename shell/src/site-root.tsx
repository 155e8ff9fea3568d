import type { Preview } from '@frens/compose';
import { QueryClientProvider, SiteRouter } from '@frens/platform/internal';
import { type ComponentProps, StrictMode } from 'react';
import type { Remotes } from './composition/engine.ts';
import { RemotesProvider } from './composition/engine.ts';
import { Site } from './routes/site.tsx';

interface SiteRootProps extends Omit<ComponentProps<typeof SiteRouter>, 'children'> {
  queryClient: ComponentProps<typeof QueryClientProvider>['client'];
  remotes: Remotes;
  preview?: Preview;
  hasDevPages?: boolean;
}

/** The site with its providers. Browser and server must render the same elements, or hydration fails. */
export function SiteRoot({ queryClient, remotes, preview, hasDevPages, ...router }: SiteRootProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RemotesProvider value={remotes}>
          <SiteRouter {...router}>
            <Site preview={preview} hasDevPages={hasDevPages} />
          </SiteRouter>
        </RemotesProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
