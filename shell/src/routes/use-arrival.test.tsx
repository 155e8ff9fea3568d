import { arriveWhereLeft, Link, session, useLocation } from '@frens/platform';
import { Route, Routes } from '@frens/platform/internal';
import { TestProviders } from '@frens/platform/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mainId } from './focus-heading.ts';
import { useArrival } from './use-arrival.ts';

let top = 0;
beforeEach(() => {
  top = 0;
  vi.stubGlobal('scrollTo', (to: { top: number }) => {
    top = to.top;
    vi.stubGlobal('scrollY', top);
  });
  vi.stubGlobal('scrollY', 0);
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

let topAsPainted: number | undefined;

function Portrait() {
  useEffect(() => void (topAsPainted = scrollY), []);
  return <h1>Portrait</h1>;
}

function Site() {
  useArrival(useLocation());
  return (
    <main id={mainId} tabIndex={-1}>
      <Routes>
        <Route
          path="/panda"
          element={
            <>
              <h1>All</h1>
              <Link to="/panda/1">One</Link>
              <Link to="/panda/2">Two</Link>
            </>
          }
        />
        <Route
          path="/panda/:id"
          element={
            <>
              <Portrait />
              <Link to="/panda?q=tid" state={arriveWhereLeft}>
                Back
              </Link>
              <Link to="/panda?q=tid">Again</Link>
            </>
          }
        />
      </Routes>
    </main>
  );
}

function leave(): void {
  vi.stubGlobal('scrollY', 800);
  fireEvent.click(screen.getByRole('link', { name: 'Two' }));
}

/** Opens the list as a document that was loaded in this way. */
function openBy(type: NavigationTimingType): void {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);
  render(
    <TestProviders path="/panda?q=tid">
      <Site />
    </TestProviders>,
  );
}

const focused = () => document.activeElement?.textContent;

it('begins a page at its top and heading', () => {
  render(
    <TestProviders path="/panda?q=tid">
      <Site />
    </TestProviders>,
  );
  leave();
  expect([topAsPainted, top, focused()]).toEqual([0, 0, 'Portrait']);
  vi.stubGlobal('scrollY', 90);
  fireEvent.click(screen.getByRole('link', { name: 'Again' }));
  expect([top, focused()]).toEqual([0, 'All']);
});

it('goes back to where a page was left, at the link that was followed', () => {
  render(
    <TestProviders path="/panda?q=tid">
      <Site />
    </TestProviders>,
  );
  leave();
  fireEvent.click(screen.getByRole('link', { name: 'Back' }));
  expect([top, focused()]).toEqual([800, 'Two']);
});

it('goes back to where a page was left, also after the page it led to was loaded again', () => {
  openBy('navigate');
  leave();
  cleanup();
  top = 0;
  render(
    <TestProviders path="/panda/2">
      <Site />
    </TestProviders>,
  );
  fireEvent.click(screen.getByRole('link', { name: 'Back' }));
  expect([top, focused()]).toEqual([800, 'Two']);
});

describe('a page that is loaded again', () => {
  beforeEach(() => {
    openBy('navigate');
    vi.stubGlobal('scrollY', 1200);
    dispatchEvent(new Event('pagehide'));
    cleanup();
    top = 0;
  });

  it.each(['reload', 'back_forward'] as const)(
    'by %s is where it was, as soon as it is long enough',
    async (type) => {
      vi.stubGlobal('scrollTo', (to: { top: number }) => {
        // Its data is not there yet.
        top = Math.min(to.top, document.querySelector('article') ? 5_000 : 337);
        vi.stubGlobal('scrollY', top);
      });
      openBy(type);
      expect(top).toBe(337);
      expect(focused()).not.toBe('All');
      document.body.append(document.createElement('article'));
      await vi.waitFor(() => expect(top).toBe(1200));
      document.querySelector('article')?.remove();
    },
  );

  it('stays where somebody has scrolled meanwhile', async () => {
    vi.stubGlobal('scrollTo', () => void (top += 1));
    openBy('reload');
    dispatchEvent(new Event('wheel'));
    const before = top;
    document.body.append(document.createElement('article'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    document.querySelector('article')?.remove();
    expect(top).toBe(before);
  });

  it('by a link or an address begins at its top', () => {
    openBy('navigate');
    expect(top).toBe(0);
  });

  it('as another entry of the history begins at its top', () => {
    history.replaceState({ key: 'other' }, '');
    openBy('reload');
    history.replaceState(null, '');
    expect(top).toBe(0);
  });
});

it('keeps no place of a member who signed out', () => {
  render(
    <TestProviders path="/panda?q=tid">
      <Site />
    </TestProviders>,
  );
  leave();
  session.ended();
  expect(sessionStorage.length).toBe(0);
  fireEvent.click(screen.getByRole('link', { name: 'Back' }));
  expect([top, focused()]).toEqual([0, 'All']);
});
