import { buildUser } from '@frens/contract/fixtures';
import { i18n, queryClient, queryKeys } from '@frens/platform';
import { startTestTexts, TestProviders } from '@frens/platform/testing';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildComposition, buildVersion } from '../../compose/src/testing/build-composition.ts';
import { createRemotes, RemotesProvider } from '../composition/engine.ts';
import { useChromeLinks } from './use-chrome-links.ts';

const social = buildVersion({
  descriptor: {
    name: 'mf-social',
    area: { en: 'Frens', es: 'Frens' },
    paths: [
      { path: '/browse', access: 'member' },
      { path: '/auth', access: 'public', queries: ['tab=x', 'tab=y', 'invite='] },
    ],
    nav: [
      {
        path: '/browse',
        label: { en: 'All {{site}}', es: 'Todos los {{site}}' },
        order: 5,
        access: 'member',
        older: { label: { en: 'Frens', es: 'Amigos' }, order: 1 },
      },
    ],
    menu: [
      { path: '/browse', label: { en: 'Last', es: 'Último' }, order: 2, icon: 'users' },
      { path: '/browse', label: { en: 'Yours', es: 'Tuyo' }, order: 3, shows: 'panda' },
      { path: '/auth?tab=x', label: { en: 'Come in', es: 'Entra' }, order: 1, audience: 'visitor' },
    ],
  },
});
const composition = buildComposition(buildVersion(), social);
const remotes = createRemotes({
  composition,
  load: () => Promise.reject(new Error('not asked for')),
  addTexts: async () => {},
  fetchComposition: async () => composition,
});

const wrapperAt =
  (path: string) =>
  ({ children }: { children: ReactNode }) => (
    <TestProviders path={path}>
      <RemotesProvider value={remotes}>{children}</RemotesProvider>
    </TestProviders>
  );
const shownLinks = (path = '/') =>
  renderHook(() => useChromeLinks(false), { wrapper: wrapperAt(path) }).result;

beforeAll(startTestTexts);
beforeEach(async () => {
  queryClient.setQueryData(queryKeys.session, null);
  await i18n.changeLanguage('en');
});
afterEach(cleanup);

it('keeps where to go on in links of the sign-in to itself', () => {
  const hrefAt = (address: string) => shownLinks(address).current.visitor.map(({ path }) => path);
  expect(hrefAt('/auth?tab=y&next=%2Fpanda&invite=a')).toEqual(['/auth?next=%2Fpanda&invite=a&tab=x']);
  expect(hrefAt('/vibe-quiz?next=%2Fpanda')).toEqual(['/auth?tab=x']);
});

it('shows a visitor what is for everyone, and what stands in place of the menu', () => {
  const { current: links } = shownLinks();
  expect(links.nav).toEqual([{ path: '/vibe-quiz', label: 'Vibe Quiz' }]);
  expect(links.visitor).toEqual([{ path: '/auth?tab=x', label: 'Come in' }]);
});

it('adds for a member what is for members, in the order that the remotes give', () => {
  queryClient.setQueryData(queryKeys.session, buildUser({ pandaId: null }));
  const { current: links } = shownLinks();
  expect(links.nav.map(({ label }) => label)).toEqual(['All Frens', 'Vibe Quiz']);
  expect(links.member).toEqual([{ path: '/browse', label: 'Last', icon: 'users' }]);
});

it('leads a member to their own Panda', () => {
  queryClient.setQueryData(queryKeys.session, buildUser({ pandaId: 'p1' }));
  expect(shownLinks().current.member[1]).toMatchObject({ path: '/browse/p1', label: 'Yours' });
});

it('follows the language', async () => {
  const links = shownLinks();
  await act(() => i18n.changeLanguage('es'));
  expect(links.current.nav.map(({ label }) => label)).toEqual(['Test de vibra']);
});

it('gives the shorter menu of the /v2 frame in its own words, with what declares a place in it', () => {
  expect(shownLinks().current.older).toEqual([]);
  act(() => void queryClient.setQueryData(queryKeys.session, buildUser()));
  expect(shownLinks().current.older).toEqual([{ path: '/browse', label: 'Frens' }]);
});
