import type { CallBody } from '@frens/contract';
import { buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const waiting = buildUser({ pendingEmail: 'new@frens.example' });
const open = (options: Partial<Parameters<typeof renderRemote>[1]> = {}) =>
  renderRemote(remote, { path: '/profile', user: waiting, ...options });
const field = () => screen.getByText('Email', { selector: 'dt' }).nextElementSibling;
const text = /We’re waiting for you to confirm new@frens\.example/;
const button = (name: string) => screen.findByRole('button', { name });

describe('a pending change of address (D14)', () => {
  it('is shown beside the address, and can be resent', async () => {
    const asked: CallBody<'PATCH /api/users/:id'>[] = [];
    const again = mock('PATCH /api/users/:id', ({ body }) => {
      asked.push(body);
      return waiting;
    });
    const page = await open({ handlers: [again] });
    await screen.findByText(text);
    expect(field()?.textContent).toMatch(/^demo@frens\.example.*waiting for you/s);
    const { violations } = await axe.run(page.container);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    await page.user.click(await button('Send the link again'));
    expect(await screen.findByText('Link sent')).toBeTruthy();
    expect(asked).toEqual([{ email: 'new@frens.example' }]);
  });

  it('asks for the password without a fresh sign-in', async () => {
    const sent: unknown[] = [];
    const again = mock('PATCH /api/users/:id', ({ body }) => {
      sent.push(body.currentPassword);
      if (!body.currentPassword) throw new MockFailure(403, 'fresh_sign_in_required');
      return waiting;
    });
    const { user } = await open({ handlers: [again] });
    await user.click(await button('Send the link again'));
    const password = await screen.findByLabelText('Current password');
    await waitFor(() => expect(document.activeElement).toBe(password));
    await user.type(password, 'bamboo{Enter}');
    expect(await screen.findByText('Link sent')).toBeTruthy();
    expect(sent).toEqual([undefined, 'bamboo']);
  });

  it('asks a member without a password to sign in again, here and in the form', async () => {
    const stale = mock('PATCH /api/users/:id', () => {
      throw new MockFailure(403, 'fresh_sign_in_required');
    });
    const { user } = await open({ user: { ...waiting, hasPassword: false }, handlers: [stale] });
    await user.click(await button('Send the link again'));
    const text = 'For this, please sign in again first, with a link sent to your email.';
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await user.click(await button('Edit Profile'));
    const email = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
    await user.type(email, '.org');
    await user.click(await button('Save Profile'));
    await waitFor(() => expect(document.activeElement).toBe(email));
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await user.click(await button('Send me a link'));
    expect(await screen.findByText(/^Check your email: we sent a link to/)).toBeTruthy();
  });

  it('can be cancelled, and keeps the focus on the page', async () => {
    const { user, requests } = await open();
    await user.click(await button('Cancel this change'));
    expect(await screen.findByText('Change cancelled')).toBeTruthy();
    expect(screen.queryByText(text)).toBeNull();
    expect(field()?.textContent).toBe('demo@frens.example');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 3, name: 'Only you see this' }));
    expect(requests.filter((one) => one.startsWith('DELETE'))).toEqual(['DELETE /api/account/pending-email']);
  });

  it('can be cancelled at the form’s field, without losing input', async () => {
    const { user } = await open();
    await user.click(await button('Edit Profile'));
    const email = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
    expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(text);
    const location = screen.getByRole<HTMLInputElement>('textbox', { name: 'Location' });
    await user.type(location, ' and around');
    await user.click(await button('Cancel this change'));
    expect(await screen.findByText('Change cancelled')).toBeTruthy();
    expect(screen.queryByText(text)).toBeNull();
    expect(location.value).toBe('Valencia and around');
    await waitFor(() => expect(document.activeElement).toBe(email));
  });

  it('stays when the server refuses, and explains it in Spanish', async () => {
    const { user } = await open({ scenario: 'refusing', language: 'es' });
    await user.click(await button('Cancelar este cambio'));
    const told = within(await screen.findByRole('alert'));
    expect(told.getByText('No se pudo cancelar el cambio')).toBeTruthy();
    expect(screen.getByText(/Falta que confirmes new@frens\.example/)).toBeTruthy();
  });
});
