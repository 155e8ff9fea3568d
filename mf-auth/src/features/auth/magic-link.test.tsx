import type { CallBody } from '@frens/contract';
import { buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock, mockTokens } from '@frens/contract/mocks';
import { readSecret, session } from '@frens/platform';
import { type RenderOptions, renderRemote } from '@frens/platform/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const visit = (options: Partial<RenderOptions> = {}) =>
  renderRemote(remote, { path: '/auth', user: null, ...options });
const address = () => screen.findByLabelText('Email address', { selector: 'input' });
const button = (name: string) => screen.findByRole('button', { name });

async function hasNoFaults(container: Element) {
  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

/** Records the requests for links. */
function links() {
  const sent: CallBody<'POST /api/auth/magic-link'>[] = [];
  const handler = mock('POST /api/auth/magic-link', ({ body }) => {
    sent.push(body);
    return { success: true, message: 'Sent', expiresInSeconds: 900 };
  });
  return { sent, handlers: [handler] };
}

/** Records the posted tokens. */
function posts() {
  const posted: string[] = [];
  const handler = mock('POST /api/auth/verify', ({ body: { token } }) => {
    posted.push(token);
    const user = buildUser({ name: '' });
    return {
      success: true,
      user,
      isNewUser: false,
      needsProfile: false,
      passwordRemoved: true,
      next: '/groups',
    };
  });
  return { posted, handlers: [handler] };
}

describe('requesting a link', () => {
  it('drops a return path to another site, which the server would refuse', async () => {
    const { sent, handlers } = links();
    const page = await visit({ path: '/auth?next=%2F%2Fevil.example', handlers });
    await page.user.type(await address(), 'maya@example.org{Enter}');
    await vi.waitFor(() => expect(sent).toEqual([{ email: 'maya@example.org' }]), { timeout: 20_000 });
  });

  it('confirms, resends, and includes the return path', async () => {
    const { sent, handlers } = links();
    const page = await visit({ path: '/auth?next=%2Fgroups', handlers });
    await page.user.type(await address(), 'maya@example.org{Enter}');
    const heading = await screen.findByRole('heading', { name: 'Check your email' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect((await screen.findByRole('status')).textContent).toBe(
      'Magic Link Sent! ✨ Check your email for a secure login link.',
    );
    expect(screen.getByText(/expires in 15 minutes.*spam/)).toBeTruthy();
    await hasNoFaults(page.container);
    await page.user.click(await button('Resend Magic Link'));
    const asked = { email: 'maya@example.org', next: '/groups' };
    await waitFor(() => expect(sent).toEqual([asked, asked]));
    await page.user.click(await button('Use Different Email'));
    expect(await address()).toHaveProperty('value', '');
  });

  it.each(['', 'maya'])('does not send to %j', async (typed) => {
    const { sent, handlers } = links();
    const page = await visit({ handlers });
    if (typed) await page.user.type(await address(), typed);
    await page.user.click(await button('Send Magic Link'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Invalid Email Please enter a valid email address',
    );
    await waitFor(async () => expect(document.activeElement).toBe(await address()));
    expect(sent).toEqual([]);
    await page.user.type(await address(), '@');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows the server’s message when sending fails, and keeps the input', async () => {
    const handlers = [
      mock('POST /api/auth/magic-link', () => {
        throw new MockFailure(429, 'too_many_requests');
      }),
    ];
    const page = await visit({ handlers });
    await page.user.type(await address(), 'maya@example.org{Enter}');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Error Too many attempts/);
    expect(await address()).toHaveProperty('value', 'maya@example.org');
  });

  it('has a message of its own if the server sends none', async () => {
    const handlers = [http.post('*/api/auth/magic-link', () => new HttpResponse('<html>', { status: 502 }))];
    const page = await visit({ handlers });
    await page.user.type(await address(), 'maya@example.org{Enter}');
    expect(await screen.findByText('Failed to send magic link')).toBeTruthy();
    // The toast reports it; the form does not repeat it, which would move its button.
    const form = await screen.findByRole('form', { name: 'Sign in with a link' });
    expect(within(form).queryByText(/went wrong|failed/i)).toBeNull();
  });

  it('comes first in the /v2 layout', async () => {
    const page = await visit({ path: '/v2/auth' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign in with a magic link' })).toBeTruthy();
    await hasNoFaults(page.container);
  });
});

describe('opening a link', () => {
  it('redeems it once, removes it from memory, and follows its return path', async () => {
    const { posted, handlers } = posts();
    const page = await visit({ secrets: { token: 'abc' }, handlers });
    await waitFor(() => expect(page.location()).toBe('/groups'));
    expect(posted).toEqual(['abc']);
    expect(readSecret('token')).toBeNull();
    expect((await screen.findByRole('status')).textContent).toBe(
      "Welcome to Frens! 🎉 You're now logged in and ready to connect with aligned frens.",
    );
  });

  it('is redeemed for a signed-in member, too', async () => {
    const { posted, handlers } = posts();
    const page = await visit({ user: 'demo', secrets: { token: 'abc' }, handlers });
    await waitFor(() => expect(page.location()).toBe('/groups'));
    expect(posted).toEqual(['abc']);
  });

  it('explains a spent link in a lasting card, and sends another', async () => {
    const { sent, handlers } = links();
    const page = await visit({ secrets: { token: mockTokens.expired }, handlers });
    const heading = await screen.findByRole('heading', { level: 1, name: 'This link no longer works' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Verification Failed 400: Invalid or expired magic link',
    );
    expect(page.location()).toBe('/auth');
    expect(screen.queryByRole('tab')).toBeNull();
    await hasNoFaults(page.container);
    await page.user.type(await address(), 'maya@example.org');
    await page.user.click(await button('Send me a new link'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Check your email' })).toBeTruthy();
    expect(sent).toEqual([{ email: 'maya@example.org' }]);
    await page.user.click(await button('Use Different Email'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome Back' })).toBeTruthy();
  });

  it('offers the password form after a spent link, or continues if signed in', async () => {
    const page = await visit({ secrets: { token: mockTokens.expired } });
    await page.user.click(await button('Sign in another way'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome Back' })).toBeTruthy();
    cleanup();
    const member = await visit({ user: 'demo', secrets: { token: mockTokens.expired } });
    expect(await screen.findByText(/you’re already signed in as @demo\.$/)).toBeTruthy();
    await member.user.click(await button('Continue'));
    await waitFor(() => expect(member.location()).toBe('/dashboard'));
  });

  it('continues if another tab redeems the link at the same moment', async () => {
    const page = await visit({ secrets: { token: mockTokens.expired } });
    await button('Send me a new link');
    act(() => session.signedIn(buildUser()));
    await waitFor(() => expect(page.location()).toBe('/dashboard'));
  });

  it('keeps the link on a network failure, explains it, and retries', async () => {
    const { posted, handlers } = posts();
    let isAway = true;
    const away = http.post('*/api/auth/verify', () => {
      if (!isAway) return undefined;
      isAway = false;
      return HttpResponse.error();
    });
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const page = await visit({ secrets: { token: 'abc' }, handlers: [away, ...handlers] });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'We couldn’t check your link' }),
    ).toBeTruthy();
    expect(screen.getByText(/^You’re offline.* this page keeps your link/)).toBeTruthy();
    await hasNoFaults(page.container);
    // The second message is the toast, which disappears after a few seconds.
    const card = within(screen.getByRole('region', { name: 'Sign in with a link' }));
    await page.user.click(card.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(page.location()).toBe('/groups'));
    expect(posted).toEqual(['abc']);
  });

  it('asks a member of another account, who stays signed in on no', async () => {
    const page = await visit({ user: 'demo', secrets: { token: mockTokens.other } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Switch to another account?' })).toBeTruthy();
    expect(screen.getByText(/^You’re signed in as @demo/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    await hasNoFaults(page.container);
    await page.user.click(await button('Stay signed in as @demo'));
    await waitFor(() => expect(page.location()).toBe('/dashboard'));
    expect(page.requests.filter((key) => key === 'POST /api/auth/verify')).toHaveLength(1);
  });

  it('switches accounts on yes', async () => {
    const page = await visit({ user: 'demo', secrets: { token: mockTokens.other } });
    await page.user.click(await button('Sign in with the link'));
    await waitFor(() => expect(page.location()).toBe('/dashboard'));
    expect((await screen.findByRole('status')).textContent).toContain('Welcome to Frens!');
  });

  it('waits for a press where mail scanners open links', async () => {
    const { posted, handlers } = posts();
    const page = await visit({ secrets: { token: 'abc', mode: 'confirm' }, handlers });
    const go = await button('Continue');
    await hasNoFaults(page.container);
    expect(posted).toEqual([]);
    await page.user.click(go);
    await waitFor(() => expect(page.location()).toBe('/groups'));
    expect(posted).toEqual(['abc']);
  });

  it('reports a spent link at once where mail scanners open links', async () => {
    const { posted, handlers } = posts();
    const page = await visit({ secrets: { token: mockTokens.expired, mode: 'confirm' }, handlers });
    expect(await screen.findByRole('heading', { level: 1, name: 'This link no longer works' })).toBeTruthy();
    expect(await button('Send me a new link')).toBeTruthy();
    await page.user.click(await button('Sign in another way'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome Back' })).toBeTruthy();
    expect(posted).toEqual([]);
  });

  it('shows that it is verifying', async () => {
    const page = await visit({ secrets: { token: 'abc' }, scenario: 'loading' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Verifying your link…' })).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
    await hasNoFaults(page.container);
  });
});
