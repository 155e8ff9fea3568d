import type { ReactNode } from 'react';
import { BrowserRouter, type MemoryRouter } from 'react-router-dom';

interface SiteRouterProps {
  /** Where a page begins that has no address bar: a test, a story. Brings its router along, so that a visitor does not load it; `state` is what the page before left for it. */
  memory?: { Router: typeof MemoryRouter; path: string; state?: unknown };
  /** True while a page that was rendered ahead waits for its code: a plain change would replace it by a spinner. Else false (docs/decisions/0107). */
  useTransitions?: boolean;
  children: ReactNode;
}

/** The router of the site, and of everything that stands in for the site: what holds on a page holds in its tests (docs/decisions/0107). */
export function SiteRouter({ memory, useTransitions = false, children }: SiteRouterProps) {
  if (!memory) return <BrowserRouter useTransitions={useTransitions}>{children}</BrowserRouter>;
  const { pathname, search, hash } = new URL(memory.path, 'http://here');
  return (
    <memory.Router
      useTransitions={useTransitions}
      initialEntries={[{ pathname, search, hash, state: memory.state }]}
    >
      {children}
    </memory.Router>
  );
}
