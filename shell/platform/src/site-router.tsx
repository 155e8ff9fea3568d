import type { ReactNode } from 'react';
import { BrowserRouter, type MemoryRouter } from 'react-router-dom';

interface SiteRouterProps {
  /** Where a page begins that has no address bar: a test, a story. Brings its router along, so that a visitor does not load it. */
  memory?: { Router: typeof MemoryRouter; path: string };
  children: ReactNode;
}

/** The router of the site, and of everything that stands in for the site: what holds on a page holds in its tests (docs/decisions/0009). */
export function SiteRouter({ memory, children }: SiteRouterProps) {
  if (!memory) return <BrowserRouter useTransitions={false}>{children}</BrowserRouter>;
  return (
    <memory.Router useTransitions={false} initialEntries={[memory.path]}>
      {children}
    </memory.Router>
  );
}
