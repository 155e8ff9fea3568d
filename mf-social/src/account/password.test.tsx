import { buildPlace, buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { remote } from '../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const path = '/privacy-settings/security';
const accountPath = '/privacy-settings/account';

it('changes the password by keyboard, empties the fields and reports success', async () => {
  const sent: unknown[] = [];
  const { user } = await renderRemote(remote, {
    path,
    handlers: [mock('POST /api/account/password', ({ body }) => void sent.push(body))],
  });
  const element = await screen.findByRole('region', { name: 'Your password' });
  const card = within(element);
  await user.type(await card.findByLabelText('Current password'), 'bamboo-grove');
  await user.type(card.getByLabelText(/^New password/), 'tea and toast{Enter}');
  expect(await screen.findByText('Password saved')).toBeTruthy();
  expect(sent).toEqual([{ currentPassword: 'bamboo-grove', newPassword: 'tea and toast' }]);
  expect(card.getByLabelText<HTMLInputElement>(/^New password/).value).toBe('');
  expect((await axe.run(element)).violations.map(({ id }) => id)).toEqual([]);
});

it('shows a wrong current password at its field and focuses it', async () => {
  const { user } = await renderRemote(remote, { path, language: 'es' });
  const card = within(await screen.findByRole('region', { name: 'Tu contraseña' }));
  await user.type(await card.findByLabelText('Contraseña actual'), 'wrong');
  await user.type(card.getByLabelText(/^Contraseña nueva/), 'tea and toast{Enter}');
  await vi.waitFor(() =>
    expect(card.getByLabelText('Contraseña actual').getAttribute('aria-invalid')).toBe('true'),
  );
  expect(document.activeElement).toBe(card.getByLabelText('Contraseña actual'));
});

it('asks for no current password after a fresh sign-in, unless the server demands it', async () => {
  const sent: unknown[] = [];
  const { user } = await renderRemote(remote, {
    path,
    handlers: [
      mock('GET /api/sessions', () => [buildPlace({ createdAt: new Date().toISOString() })]),
      mock('POST /api/account/password', ({ body }) => {
        sent.push(body);
        if (body.currentPassword) return;
        throw new MockFailure(400, 'invalid', {
          fields: { currentPassword: 'Please enter your current password' },
        });
      }),
    ],
  });
  const card = within(await screen.findByRole('region', { name: 'Your password' }));
  await vi.waitFor(() => expect(card.queryByLabelText('Current password')).toBeNull());
  await user.type(card.getByLabelText(/^New password/), 'tea and toast{Enter}');
  const current = await card.findByLabelText('Current password');
  await vi.waitFor(() => expect(document.activeElement).toBe(current));
  expect(card.getByText('Please enter your current password')).toBeTruthy();
  await user.type(current, 'bamboo-grove{Enter}');
  expect(await screen.findByText('Password saved')).toBeTruthy();
  expect(sent).toEqual([
    { newPassword: 'tea and toast' },
    { newPassword: 'tea and toast', currentPassword: 'bamboo-grove' },
  ]);
});

it('hides the current password until the age of the sign-in is known', async () => {
  let tell = (): void => undefined;
  const isKnown = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await renderRemote(remote, {
    path,
    handlers: [
      mock('GET /api/sessions', async () => {
        await isKnown;
        return [buildPlace({ createdAt: '2020-01-01T00:00:00.000Z' })];
      }),
    ],
  });
  await screen.findByRole('region', { name: 'Where you’re signed in' });
  // No content below the list that would move.
  expect(screen.queryByRole('region', { name: 'Your password' })).toBeNull();
  tell();
  const card = within(await screen.findByRole('region', { name: 'Your password' }));
  expect(await card.findByLabelText('Current password')).toBeTruthy();
});

it('asks for no current password if the member has none', async () => {
  await renderRemote(remote, { path, user: buildUser({ hasPassword: false }) });
  const card = within(await screen.findByRole('region', { name: 'Set a password' }));
  expect(card.queryByLabelText('Current password')).toBeNull();
  expect(card.getByRole('button', { name: 'Set password' })).toBeTruthy();
});

it('exports the member’s data as a file', async () => {
  const saved: string[] = [];
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) made.push(blob);
    return 'blob:file';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { user } = await renderRemote(remote, { path: accountPath });
  await user.click(await screen.findByRole('button', { name: 'Download my data' }));
  await vi.waitFor(() =>
    expect(saved).toEqual([expect.stringMatching(/^frens-my-data-\d{4}-\d\d-\d\d\.json$/)]),
  );
  expect(JSON.parse((await made[0]?.text()) ?? '')).toMatchObject({ format: 1, parts: { profile: {} } });
  vi.restoreAllMocks();
});

it('reports a failed export', async () => {
  const { user } = await renderRemote(remote, { path: accountPath, scenario: 'failing' });
  await user.click(await screen.findByRole('button', { name: 'Download my data' }));
  expect(await screen.findByText('We couldn’t prepare your data')).toBeTruthy();
});
