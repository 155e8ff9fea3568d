import { Link, lazyScreen } from '@frens/platform';
import { Route, Routes } from '@frens/platform/internal';
import { startTestTexts, TestProviders } from '@frens/platform/testing';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildComposition } from '../../compose/src/testing/build-composition.ts';
import { createRemotes, RemotesProvider } from '../composition/engine.ts';
import { ShellPage } from './shell-page.tsx';

beforeAll(startTestTexts);
beforeEach(() => {
  // React and the page both say what was lost.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const press = (element: HTMLElement) =>
  act(async () => {
    fireEvent.click(element);
  });

const Other = () => <h1>Another page</h1>;

/** A site with a page whose code is lost the first time. */
async function openSite() {
  let tries = 0;
  const Lost = lazyScreen(async () => {
    tries += 1;
    if (tries === 1) throw new Error('Loading chunk 42 failed.');
    return () => <h1>Here at last</h1>;
  });
  const composition = buildComposition();
  const remotes = createRemotes({
    composition,
    load: () => Promise.reject(new Error('There are no remotes here.')),
    addTexts: async () => undefined,
    fetchComposition: async () => composition,
  });
  // React shows what was suspended inside `act` only.
  await act(async () => {
    render(
      <TestProviders path="/lost">
        <RemotesProvider value={remotes}>
          <header>
            <Link to="/other">Elsewhere</Link>
            <Link to="/lost">The lost page</Link>
          </header>
          <Routes>
            <Route path="/lost" element={<ShellPage key="/lost" Screen={Lost} />} />
            <Route path="/other" element={<ShellPage key="/other" Screen={Other} />} />
          </Routes>
        </RemotesProvider>
      </TestProviders>,
    );
  });
  return { tries: () => tries };
}

it('keeps what is around a page whose code did not come, and brings it by Retry (D62)', async () => {
  const { tries } = await openSite();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('link', { name: 'Elsewhere' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).not.toContain('chunk');
  expect(tries()).toBe(1);
  await press(retry);
  expect(await screen.findByRole('heading', { name: 'Here at last' })).toBeTruthy();
});

it('lets one go elsewhere and come back to it (D62)', async () => {
  await openSite();
  await screen.findByRole('button', { name: 'Try again' });
  await press(screen.getByRole('link', { name: 'Elsewhere' }));
  expect(await screen.findByRole('heading', { name: 'Another page' })).toBeTruthy();
  await press(screen.getByRole('link', { name: 'The lost page' }));
  expect(await screen.findByRole('heading', { name: 'Here at last' })).toBeTruthy();
});
