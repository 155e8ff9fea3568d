import type { CallBody } from '@frens/contract';
import { buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { type RenderOptions, renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(() => {
  localStorage.clear();
  cleanup();
  vi.unstubAllGlobals();
});

async function open(options: Partial<RenderOptions> = {}) {
  const page = await renderRemote(remote, { path: '/dashboard', ...options });
  const label = options.language === 'es' ? 'Invitar a alguien' : 'Invite Friend';
  await page.user.click(await screen.findByRole('button', { name: label }));
  const dialog = await screen.findByRole('dialog');
  return { ...page, dialog: within(dialog), element: dialog };
}

describe('Invite Friend (D45)', () => {
  it('keeps a typed address after closing and a reload (D63)', async () => {
    const { dialog, user } = await open();
    await user.type(await dialog.findByLabelText('Their email'), 'maya@');
    await user.keyboard('{Escape}');
    cleanup();
    const again = await open();
    expect(await again.dialog.findByLabelText('Their email')).toHaveProperty('value', 'maya@');
  });

  it.each(['/dashboard', '/v2/dashboard'])('shows the link on %s, and its QR code', async (path) => {
    const { dialog, element } = await open({ path });
    const link = await dialog.findByLabelText('Your link');
    expect(link).toHaveProperty('value', 'https://frens.example/auth?invite=k3Vd9Qx1LmTz7RwY');
    await waitFor(() => expect(document.activeElement).toBe(link));
    expect(dialog.getByText(/until Dec 20, 2026.*3 of 25/)).toBeTruthy();
    expect(dialog.getByRole('img', { name: 'QR code of your link' })).toBeTruthy();
    const { violations } = await axe.run(element);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });

  it('creates a link if there is none, and replaces it on request', async () => {
    const { dialog, user, requests } = await open({ scenario: 'empty' });
    const link = await dialog.findByLabelText<HTMLInputElement>('Your link');
    const first = link.value;
    await user.click(dialog.getByRole('button', { name: 'New link' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Make a new link?' }));
    expect(question.getByText(/in emails already sent/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Keep this one' }));
    expect(link.value).toBe(first);
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'New link' }));
    await user.click(dialog.getByRole('button', { name: 'New link' }));
    await user.click(await screen.findByRole('button', { name: 'Make a new link' }));
    await waitFor(() => expect(link.value).not.toBe(first));
    expect(requests.filter((one) => one === 'POST /api/invite-link')).toHaveLength(2);
    expect(await screen.findByText('Your new link is ready')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('opens the share sheet where the browser supports it', async () => {
    const { dialog } = await open();
    await dialog.findByLabelText('Your link');
    expect(dialog.queryByRole('button', { name: 'Share' })).toBeNull();
    cleanup();
    const share = vi.fn(() => Promise.reject(new DOMException('closed', 'AbortError')));
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share }));
    const again = await open();
    await again.user.click(await again.dialog.findByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: expect.stringContaining('invite=') }));
  });

  it('mails the link after validating the address, and reveals nothing about it', async () => {
    const sent: CallBody<'POST /api/invitations/email'>[] = [];
    const { dialog, user } = await open({
      handlers: [mock('POST /api/invitations/email', ({ body }) => void sent.push(body))],
    });
    const address = await dialog.findByLabelText('Their email');
    await user.type(address, 'maya{Enter}');
    expect(await dialog.findByText('Invalid email address')).toBeTruthy();
    await user.clear(address);
    await user.type(address, `${buildUser().email.toUpperCase()}{Enter}`);
    expect(await dialog.findByText('This is your own address')).toBeTruthy();
    await user.clear(address);
    await user.type(address, 'maya@example.org{Enter}');
    expect(await screen.findByText('Invitation on its way')).toBeTruthy();
    expect(sent).toEqual([{ email: 'maya@example.org' }]);
    expect(address).toHaveProperty('value', '');
  });

  it('offers confirmation to a member with an unconfirmed address', async () => {
    const { dialog } = await open({ user: buildUser({ emailVerified: false }) });
    expect(await dialog.findByText(/To invite by email too/)).toBeTruthy();
    expect(dialog.queryByLabelText('Their email')).toBeNull();
  });

  it('is hidden before the profile is complete', async () => {
    await renderRemote(remote, { path: '/dashboard', user: buildUser({ profileComplete: false }) });
    await screen.findByRole('heading', { name: 'Quick Actions' });
    expect(screen.queryByRole('button', { name: 'Invite Friend' })).toBeNull();
  });

  it('explains a failed link in Spanish too, and retries', async () => {
    const { dialog, user, server } = await open({
      language: 'es',
      handlers: [
        mock('GET /api/invite-link', () => {
          throw new MockFailure(503, 'unavailable');
        }),
      ],
    });
    expect(await dialog.findByRole('heading', { name: 'No se pudo cargar tu enlace' })).toBeTruthy();
    server.resetHandlers();
    server.use(mock('GET /api/invite-link', () => ({ link: null })));
    await user.click(dialog.getByRole('button', { name: 'Intentar de nuevo' }));
    expect(await dialog.findByLabelText('Tu enlace')).toBeTruthy();
  });
});
