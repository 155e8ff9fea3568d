import type { CallBody } from '@frens/contract';
import { buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock, mockTokens } from '@frens/contract/mocks';
import { readSecret } from '@frens/platform';
import { type RenderOptions, renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const visit = (options: Partial<RenderOptions> = {}) =>
  renderRemote(remote, { path: '/auth', user: null, ...options });
const button = (name: string) => screen.findByRole('button', { name });
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

async function hasNoFaults(container: Element) {
  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

describe('asking for a new password (D13)', () => {
  it('takes the typed address, answers alike for every address, resends, and leads back', async () => {
    const sent: CallBody<'POST /api/auth/password/forgot'>[] = [];
    const page = await visit({
      path: '/auth?next=%2Fgroups',
      handlers: [
        mock('POST /api/auth/password/forgot', ({ body }) => {
          sent.push(body);
          return { success: true, message: 'Sent', expiresInSeconds: 1800 };
        }),
      ],
    });
    await page.user.type(await screen.findByLabelText('Username or email'), 'maya@example.org');
    await page.user.click(screen.getByRole('link', { name: 'Forgot your password?' }));
    await title('Forgot your password?');
    expect(page.location()).toBe('/auth?next=%2Fgroups&tab=forgot');
    await hasNoFaults(page.container);
    await page.user.click(await button('Send link'));
    const sentTitle = await title('Check your email');
    await waitFor(() => expect(document.activeElement).toBe(sentTitle));
    expect(screen.getByText('If maya@example.org has an account here, an email with a link is on its way.'));
    await hasNoFaults(page.container);
    await page.user.click(await button('Send the link again'));
    await waitFor(() => expect(sent).toEqual([{ email: 'maya@example.org' }, { email: 'maya@example.org' }]));
    await page.user.click(await button('Back to login'));
    await title('Welcome Back');
    expect(page.location()).toBe('/auth?next=%2Fgroups');
  });

  it('lets a signed-in member secure their account, and continue', async () => {
    const member = buildUser({ email: 'maya@example.org' });
    const page = await visit({ path: '/auth?tab=forgot', user: member });
    await title('Choose a new password');
    expect(page.location()).toBe('/auth?tab=forgot');
    expect(screen.queryByText('Sign in with a magic link')).toBeNull();
    await hasNoFaults(page.container);
    await page.user.click(await button('Send link'));
    expect(await screen.findByText(/^If maya@example\.org has an account here/)).toBeTruthy();
    await page.user.click(await button('Leave the password as it is'));
    await waitFor(() => expect(page.location()).toBe('/dashboard'));
  });

  it('does not send an invalid address', async () => {
    const page = await visit({ path: '/auth?tab=forgot' });
    await page.user.type(
      await screen.findByLabelText('Email address', {
        selector: '[aria-label="Ask for a new password"] input',
      }),
      'maya{Enter}',
    );
    expect(await screen.findByText('Invalid email address')).toBeTruthy();
  });

  it('reports a failure, and keeps the address', async () => {
    const page = await visit({
      path: '/auth?tab=forgot',
      handlers: [
        mock('POST /api/auth/password/forgot', () => {
          throw new MockFailure(503, 'unavailable');
        }),
      ],
    });
    const field = await screen.findByLabelText('Email address', {
      selector: '[aria-label="Ask for a new password"] input',
    });
    await page.user.type(field, 'maya@example.org{Enter}');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^We couldn’t send the link/);
    expect(field).toHaveProperty('value', 'maya@example.org');
  });
});

describe('choosing a new password (D13)', () => {
  it('saves it, signs in and opens the dashboard, also when signed in already', async () => {
    const sent: CallBody<'POST /api/auth/password/reset'>[] = [];
    const page = await visit({
      user: 'demo',
      secrets: { reset: 'abc' },
      handlers: [
        mock('POST /api/auth/password/reset', ({ body }) => {
          sent.push(body);
          return { success: true, user: buildUser() };
        }),
      ],
    });
    await title('Choose a new password');
    expect(screen.queryByRole('tab')).toBeNull();
    await hasNoFaults(page.container);
    await page.user.type(screen.getByLabelText(/^New password/), 'tea and toast{Enter}');
    await waitFor(() => expect(page.location()).toBe('/dashboard'));
    expect(sent).toEqual([{ token: 'abc', password: 'tea and toast' }]);
    expect(readSecret('reset')).toBeNull();
    expect((await screen.findByRole('status')).textContent).toMatch(/^Password saved/);
  });

  it('explains a refused password at its field, and keeps the link', async () => {
    let isFirst = true;
    const page = await visit({
      secrets: { reset: 'abc' },
      handlers: [
        mock('POST /api/auth/password/reset', () => {
          if (!isFirst) return { success: true, user: buildUser() };
          isFirst = false;
          throw new MockFailure(400, 'invalid', { fields: { password: 'Among the first' } });
        }),
      ],
    });
    const field = await screen.findByLabelText(/^New password/);
    await page.user.type(field, 'password1{Enter}');
    expect(await screen.findByText('Among the first')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field));
    await page.user.clear(field);
    await page.user.type(field, 'tea and toast{Enter}');
    await waitFor(() => expect(page.location()).toBe('/dashboard'));
  });

  it('reports a link that is spent on use', async () => {
    const page = await visit({
      secrets: { reset: 'abc' },
      handlers: [
        mock('POST /api/auth/password/reset', () => {
          throw new MockFailure(400, 'invalid_token');
        }),
      ],
    });
    await page.user.type(await screen.findByLabelText(/^New password/), 'tea and toast{Enter}');
    expect(await title('This link no longer works')).toBeTruthy();
  });

  it('reports a spent link before any input, and offers another', async () => {
    const page = await visit({ secrets: { reset: mockTokens.expired }, language: 'es' });
    const spent = await title('Este enlace ya no sirve');
    await waitFor(() => expect(document.activeElement).toBe(spent));
    await hasNoFaults(page.container);
    await page.user.click(await button('Pedir otro enlace'));
    await title('¿Olvidaste tu contraseña?');
    expect(page.location()).toBe('/auth?tab=forgot');
  });
});
