import { buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { session } from '@frens/platform';
import { type RenderOptions, renderRemote } from '@frens/platform/testing';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(() => {
  cleanup();
  localStorage.removeItem('session-end-told');
});

const ended = mock('GET /api/user', () => {
  throw new MockFailure(401, 'session_ended');
});
const visit = (options: Partial<RenderOptions> = {}) =>
  renderRemote(remote, { path: '/auth?next=%2Fgroups', user: null, ...options });

it.each([
  ['en', 'You were signed out'],
  ['es', 'Se cerró tu sesión'],
] as const)('says why one has to sign in again whose session has ended (%s)', async (language, words) => {
  const page = await visit({ language, handlers: [ended] });
  expect((await screen.findByText(words)).closest('[role=status]')).toBeTruthy();
  const { violations } = await axe.run(page.container, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

it.each([
  ['en', 'This browser didn’t keep you signed in'],
  ['es', 'Este navegador no mantuvo tu sesión'],
] as const)('says what is wrong in a browser that refuses the cookie (%s)', async (language, words) => {
  const page = await visit({ language });
  await screen.findByRole('tabpanel');
  await act(async () => {
    session.signedIn(buildUser());
    // A member's first request.
    await session.refresh();
  });
  expect((await screen.findByText(words)).closest('[role=status]')).toBeTruthy();
  const { violations } = await axe.run(page.container, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

it('stays silent for visitors, and on pages with another purpose', async () => {
  await visit();
  expect(await screen.findByLabelText('Username or email')).toBeTruthy();
  expect(screen.queryByText('You were signed out')).toBeNull();
  cleanup();
  await visit({ handlers: [ended], secrets: { reset: 'abc' } });
  expect(await screen.findByLabelText(/^New password/)).toBeTruthy();
  expect(screen.queryByText('You were signed out')).toBeNull();
});

it('appears once: not after a reload or another tab', async () => {
  const page = await visit({ handlers: [ended] });
  await screen.findByText('You were signed out');
  await page.user.click(screen.getByRole('tab', { name: 'Sign Up' }));
  await waitFor(() => expect(screen.queryByText('You were signed out')).toBeNull());
  await page.user.click(screen.getByRole('tab', { name: 'Login' }));
  expect(await screen.findByLabelText('Username or email')).toBeTruthy();
  expect(screen.queryByText('You were signed out')).toBeNull();
  cleanup();
  await visit({ handlers: [ended] });
  expect(await screen.findByLabelText('Username or email')).toBeTruthy();
  expect(screen.queryByText('You were signed out')).toBeNull();
});
