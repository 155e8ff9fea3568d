import { renderedMark } from '@frens/compose';
import { buildUser } from '@frens/contract/fixtures';
import { Link } from '@frens/platform';
import { chooseVibe, OpenedByBrowserProvider, queryClient, sessionQuery } from '@frens/platform/internal';
import { openTestPlatform, TestProviders } from '@frens/platform/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildComposition, buildVersion } from '../../compose/src/testing/build-composition.ts';
import { createRemotes } from '../composition/engine.ts';
import { isOpenedByBrowser } from './opened-by-browser.ts';

const composition = buildComposition(
  buildVersion({
    descriptor: {
      paths: [
        { path: '/vibe-quiz', access: 'public' },
        { path: '/panda/:pandaId', access: 'public' },
        { path: '/auth', access: 'public', queries: ['tab=register'] },
        { path: '/dashboard', access: 'member' },
      ],
    },
  }),
);
const openRemotes = () =>
  createRemotes({
    composition,
    load: () => new Promise(() => {}),
    addTexts: async () => {},
    fetchComposition: async () => composition,
  });

beforeEach(() => {
  openTestPlatform();
  // As on a pre-rendered page.
  document.documentElement.setAttribute(renderedMark, '');
});
afterEach(cleanup);

it('leaves pre-rendered pages to the browser while no remote has been loaded, and nobody has signed in', () => {
  const remotes = openRemotes();
  const isByBrowser = (address: string) => isOpenedByBrowser(remotes, address);
  expect(['/vibe-quiz', '/auth?tab=register'].map(isByBrowser)).toEqual([true, true]);
  expect(['/vibe-quiz?q=a', '/panda/1', '/dashboard', '/about/us', '/'].some(isByBrowser)).toBe(false);
  queryClient.setQueryData(sessionQuery.queryKey, buildUser());
  expect(isByBrowser('/vibe-quiz')).toBe(false);
  queryClient.setQueryData(sessionQuery.queryKey, null);
  expect(isByBrowser('/vibe-quiz')).toBe(true);
  chooseVibe('helper');
  expect(isByBrowser('/vibe-quiz')).toBe(false);
  chooseVibe(null);
  document.documentElement.removeAttribute(renderedMark);
  expect(isByBrowser('/vibe-quiz')).toBe(false);
  document.documentElement.setAttribute(renderedMark, '');
  void remotes.preload('/vibe-quiz');
  expect(isByBrowser('/auth?tab=register')).toBe(false);
});

it('never leaves a link to the browser that has a state for its page, or takes the place of this one', () => {
  render(
    <TestProviders path="/">
      <OpenedByBrowserProvider value={() => true}>
        <Link to="/vibe-quiz">plain</Link>
        <Link to="/vibe-quiz" state={{ from: 'here' }}>
          with state
        </Link>
        <Link to="/vibe-quiz" replace>
          instead
        </Link>
      </OpenedByBrowserProvider>
    </TestProviders>,
  );
  const isByBrowser = (name: string) => fireEvent.click(screen.getByRole('link', { name }));
  expect(['plain', 'with state', 'instead'].map(isByBrowser)).toEqual([true, false, false]);
});
