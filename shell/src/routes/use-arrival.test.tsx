import { arriveWhereLeft, Link, useLocation } from '@frens/platform';
import { Route, Routes } from '@frens/platform/internal';
import { TestProviders } from '@frens/platform/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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
  vi.unstubAllGlobals();
});

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
              <h1>Portrait</h1>
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

const focused = () => document.activeElement?.textContent;

it('begins a page at its top and heading', () => {
  render(
    <TestProviders path="/panda?q=tid">
      <Site />
    </TestProviders>,
  );
  leave();
  expect([top, focused()]).toEqual([0, 'Portrait']);
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
