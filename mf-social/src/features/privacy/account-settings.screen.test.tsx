import type { CallBody } from '@frens/contract';
import { buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const path = '/privacy-settings/account';
const undoUntil = '2026-11-29T12:00:00.000Z';

it('lists consequences, takes name and password by keyboard, and opens the page with the undo deadline', async () => {
  const sent: CallBody<'DELETE /api/account'>[] = [];
  const { user, location } = await renderRemote(remote, {
    path,
    handlers: [
      mock('DELETE /api/account', ({ body }) => {
        sent.push(body);
        return { undoUntil };
      }),
    ],
  });
  const card = await screen.findByRole('region', { name: 'Delete your account' });
  expect(within(card).getAllByRole('listitem')).toHaveLength(5);
  within(card).getByRole('button', { name: 'Delete my account…' }).focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Do you want to delete your account?' });
  expect(document.activeElement).toBe(within(dialog).getByLabelText(/^Type /));
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  await user.keyboard('demo');
  await user.type(within(dialog).getByLabelText('Your password'), 'bamboo-grove{Enter}');
  await vi.waitFor(() => expect(location()).toBe('/auth'));
  expect(sent).toEqual([{ confirm: 'demo', password: 'bamboo-grove' }]);
});

it('shows a mistake at its field, and changes nothing', async () => {
  const { user, location } = await renderRemote(remote, { path, language: 'es' });
  await user.click(await screen.findByRole('button', { name: 'Eliminar mi cuenta…' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(/^Escribe /), 'otra{Enter}');
  await vi.waitFor(() =>
    expect(
      within(dialog)
        .getByLabelText(/^Escribe /)
        .getAttribute('aria-invalid'),
    ).toBe('true'),
  );
  expect(document.activeElement).toBe(within(dialog).getByLabelText(/^Escribe /));
  await user.click(within(dialog).getByRole('button', { name: 'Conservarla' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(location()).toBe(path);
});

it('promises no mail to an unconfirmed address', async () => {
  await renderRemote(remote, { path, user: buildUser({ emailVerified: false }) });
  const card = await screen.findByRole('region', { name: 'Delete your account' });
  const entails = within(card)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(entails).toHaveLength(5);
  expect(entails[1]).toContain('with your username and password');
  expect(entails.join()).not.toContain('link in an email');
});

it('mails a sign-in link back here to a member without a password or fresh sign-in', async () => {
  const asked: unknown[] = [];
  const me = buildUser({ hasPassword: false });
  const { user } = await renderRemote(remote, {
    path,
    user: me,
    handlers: [
      mock('DELETE /api/account', () => {
        throw new MockFailure(403, 'fresh_sign_in_required');
      }),
      mock('POST /api/auth/magic-link', ({ body: { email, next } }) => {
        asked.push({ email, next });
        return { success: true, message: 'Sent.', expiresInSeconds: 900 };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Delete my account…' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(/^Type /), `${me.username}{Enter}`);
  await user.click(await within(dialog).findByRole('button', { name: 'Send me a link' }));
  expect(await within(dialog).findByText(/Check your email/)).toBeTruthy();
  expect(asked).toEqual([{ email: me.email, next: path }]);
  expect(screen.queryByText(/current password/)).toBeNull();
});
