import type { ReactNode } from 'react';
import { BrowserRouter, type MemoryRouter } from 'react-router-dom';

interface SiteRouterProps {
  /**
   * The initial address of a page without an address bar: a test, a story. Brings its own router, so that visitors do not load
   * it; `state` is the previous page's navigation state.
   */
  memory?: { Router: typeof MemoryRouter; path: string; state?: unknown };
  /**
   * Whether updates are transitions: true while a hydrating page waits for its code, because a plain update would replace it by a
   * spinner (docs/decisions/0107).
   */
  useTransitions?: boolean;
  children: ReactNode;
}

/** The router of the site and of its tests and stories, so that the same rules hold there (docs/decisions/0107). */
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
