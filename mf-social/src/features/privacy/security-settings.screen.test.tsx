import { buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const path = '/privacy-settings/security';
const card = () => screen.findByRole('region', { name: 'Where you’re signed in' });

it('lists the sessions, this browser’s first and without an end button', async () => {
  await renderRemote(remote, { path });
  const places = within(await card());
  const rows = await places.findAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByText('This browser') !== null)).toEqual([true, false, false]);
  expect(rows[0]?.textContent).toContain('Firefox on Linux');
  expect(rows[0]?.textContent).not.toContain('last seen');
  expect(rows[1]?.textContent).toContain('Safari on iOS');
  expect(rows[2]?.textContent).toContain('An unknown browser');
  expect(places.getAllByRole('button', { name: /^Sign out .*last seen/ })).toHaveLength(2);
  const { violations } = await axe.run(await card());
  expect(violations.map(({ id }) => id)).toEqual([]);
});

it.each([
  [['en-GB', 'es'], 'en', /19 Nov 2026/],
  [['es', 'en'], 'en', /Nov 19, 2026/],
  [['en-GB'], 'es', /19 nov 2026/],
] as const)('writes dates as the browser of %j reads the language %s', async (tags, language, seen) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);
  onTestFinished(() => void vi.restoreAllMocks());
  await renderRemote(remote, { path, language });
  const name = language === 'en' ? 'Where you’re signed in' : 'Dónde tienes la sesión abierta';
  const rows = await within(await screen.findByRole('region', { name })).findAllByRole('listitem');
  expect(rows[1]?.textContent).toMatch(seen);
});

it('ends one session by keyboard, and then all others', async () => {
  const { user, requests } = await renderRemote(remote, { path });
  const places = within(await card());
  (await places.findByRole('button', { name: /^Sign out Safari on iOS/ })).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Signed out there')).toBeTruthy();
  await waitFor(() => expect(places.getAllByRole('listitem')).toHaveLength(2));
  await waitFor(() => expect(document.activeElement).toBe(places.getByRole('list')));
  await user.click(places.getByRole('button', { name: 'Sign out everywhere else' }));
  expect(await places.findByText('You’re signed in nowhere else.')).toBeTruthy();
  expect(places.getAllByRole('listitem')).toHaveLength(1);
  expect(requests.filter((request) => request.includes('/sessions'))).toEqual([
    'GET /api/sessions',
    'DELETE /api/sessions/phone',
    'POST /api/sessions/revoke-others',
  ]);
});

it('explains a failure in Spanish, and keeps the list', async () => {
  const { user } = await renderRemote(remote, { path, language: 'es', scenario: 'refusing' });
  await user.click(await screen.findByRole('button', { name: 'Cerrar las demás sesiones' }));
  expect(await screen.findByText('No se pudo cerrar la sesión')).toBeTruthy();
  expect(screen.getByText('Safari en iOS')).toBeTruthy();
});

it('explains a failure to load and retries on request', async () => {
  let isAway = true;
  const { user } = await renderRemote(remote, {
    path,
    handlers: [
      mock('GET /api/sessions', () => {
        if (isAway) throw new MockFailure(503, 'unavailable');
        return [];
      }),
    ],
  });
  const places = within(await card());
  const problem = within(await places.findByRole('alert'));
  expect(problem.getByRole('heading', { name: 'We couldn’t load the list' })).toBeTruthy();
  isAway = false;
  await user.click(problem.getByRole('button', { name: 'Try again' }));
  expect(await places.findByText('You’re signed in nowhere else.')).toBeTruthy();
  expect(document.activeElement).toBe(places.getByRole('heading', { name: 'Where you’re signed in' }));
});

it.each([
  [true, 'Don’t recognise one of these? Sign it out and change your password.'],
  [
    false,
    'Don’t recognise one of these? Sign it out. To come back, whoever uses it needs a link from your email.',
  ],
])('tells what to do about a strange place, also who has no password (%s)', async (hasPassword, text) => {
  await renderRemote(remote, { path, user: buildUser({ hasPassword }) });
  expect(within(await card()).getByText(text)).toBeTruthy();
});
