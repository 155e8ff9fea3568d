import { buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock, mockTokens } from '@frens/contract/mocks';
import { readSecret } from '@frens/platform';
import { type RenderOptions, renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const visit = (options: Partial<RenderOptions> = {}) =>
  renderRemote(remote, { path: '/auth', user: null, ...options });
const press = async ({ user }: Awaited<ReturnType<typeof visit>>, name: string) =>
  user.click(await screen.findByRole('button', { name }));

/** Mock handlers for a signed-out browser. */
const elsewhere = [
  mock('POST /api/auth/email/confirm', ({ body: { isMine } }) => {
    if (isMine === undefined)
      return { status: 'question', username: 'maya', createdAt: '2026-11-20T12:00:00.000Z' };
    return isMine ? { status: 'confirmed', user: null } : { status: 'freed' };
  }),
  mock('POST /api/auth/email/change', ({ body: { isMine } }) => {
    if (isMine === undefined)
      return { status: 'question', username: 'maya', createdAt: '2026-11-20T12:00:00.000Z' };
    return isMine ? { status: 'changed', email: 'maya@new.example', user: null } : { status: 'discarded' };
  }),
];

/** Waits for a step, then returns whether its heading has the focus, and axe's violations. */
async function step(name: string | RegExp) {
  const heading = await screen.findByRole('heading', { level: 1, name });
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  const faults = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  return { isFocused: document.activeElement === heading, faults };
}
/** Waits for a step. */
const wellReached = { isFocused: true, faults: [] };

describe('a link that confirms an address (D10)', () => {
  it('confirms at once in the member’s own browser, and continues', async () => {
    const posted: unknown[] = [];
    const user = buildUser({ emailVerified: false });
    const page = await visit({
      user,
      secrets: { confirm: 'abc' },
      handlers: [
        mock('POST /api/auth/email/confirm', ({ body }) => {
          posted.push(body);
          return { status: 'confirmed', user: { ...user, emailVerified: true } };
        }),
      ],
    });
    await waitFor(() => expect(page.location()).toBe('/dashboard'));
    expect(posted).toEqual([{ token: 'abc' }]);
    expect(readSecret('confirm')).toBeNull();
    expect((await screen.findByRole('status')).textContent).toMatch(/^Your address is confirmed Thank you!/);
  });

  it('asks elsewhere whether the account is the reader’s; yes confirms', async () => {
    const page = await visit({ secrets: { confirm: 'abc' }, handlers: elsewhere });
    expect(await step('Did you create @maya?')).toEqual(wellReached);
    expect(screen.getByText(/created on Nov 20, 2026/)).toBeTruthy();
    await press(page, 'Yes, it’s mine');
    expect(await step('Your address is confirmed')).toEqual(wellReached);
    await press(page, 'Continue');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome Back' })).toBeTruthy();
  });

  it('releases the address on no', async () => {
    const page = await visit({ secrets: { confirm: 'abc' }, language: 'es', handlers: elsewhere });
    expect(await step(/^¿Creaste tú @/)).toEqual(wellReached);
    await press(page, 'No, no fui yo');
    expect(await step('Tu dirección vuelve a ser tuya')).toEqual(wellReached);
  });

  it('accepts an answer as soon as it asks', async () => {
    const answer = new MutationObserver(() => screen.queryByRole('button', { name: /^No/ })?.click());
    answer.observe(document.body, { childList: true, subtree: true });
    onTestFinished(() => answer.disconnect());
    await visit({ secrets: { confirm: 'abc' }, handlers: elsewhere });
    expect(await step('Your address is yours again')).toEqual(wellReached);
  });
});

describe('a link that changes the address (D14)', () => {
  it('asks a signed-out reader whose account it is, then says to sign in again', async () => {
    const page = await visit({ secrets: { change: 'abc' }, handlers: elsewhere });
    expect(await step('Is @maya your account?')).toEqual(wellReached);
    await press(page, 'Yes, it’s mine');
    expect(await step('Your address has changed')).toEqual(wellReached);
    expect(screen.getByText(/^maya@new\.example is your account’s address now/)).toBeTruthy();
  });

  it('keeps the address from the account on no', async () => {
    const page = await visit({ secrets: { change: 'abc' }, language: 'es', handlers: elsewhere });
    expect(await step(/^¿Es tuya la cuenta @/)).toEqual(wellReached);
    await press(page, 'No, no es mía');
    expect(await step('Tu dirección sigue siendo tuya')).toEqual(wellReached);
  });

  it('continues in the member’s own browser', async () => {
    const page = await visit({ user: 'demo', secrets: { change: 'abc' } });
    await waitFor(() => expect(page.location()).toBe('/dashboard'));
    expect((await screen.findByRole('status')).textContent).toContain('From now on we write to');
  });

  it('waits for a press where mail scanners open links', async () => {
    const page = await visit({ secrets: { change: 'abc', mode: 'confirm' }, handlers: elsewhere });
    expect(await step('Use this address?')).toEqual(wellReached);
    await press(page, 'Use this address');
    await press(page, 'Yes, it’s mine');
    expect(await step('Your address has changed')).toEqual(wellReached);
  });

  it('says that the address is taken', async () => {
    await visit({
      secrets: { change: 'abc' },
      handlers: [
        mock('POST /api/auth/email/change', () => {
          throw new MockFailure(409, 'account_exists');
        }),
      ],
    });
    expect(await step('This address already has an account')).toEqual(wellReached);
  });
});

describe('a link that undoes the change (D14)', () => {
  it('explains what to do if another account now has the address', async () => {
    const page = await visit({
      secrets: { undo: 'abc' },
      handlers: [
        mock('POST /api/auth/email/undo', () => {
          throw new MockFailure(409, 'account_exists');
        }),
      ],
    });
    await press(page, 'Undo the change');
    expect(await step('This address already has another account')).toEqual(wellReached);
    expect(screen.getByText(/change its email to another one, then open this link again/)).toBeTruthy();
  });

  it('waits for a press, then asks for a new password', async () => {
    const page = await visit({ user: 'demo', secrets: { undo: 'abc' } });
    expect(await step('Wasn’t this you?')).toEqual(wellReached);
    await press(page, 'Undo the change');
    expect(await step('The change is undone')).toEqual(wellReached);
    await press(page, 'Choose a new password');
    await waitFor(() => expect(page.location()).toMatch(/tab=forgot|dashboard/));
  });
});

describe('any link about an address', () => {
  it.each([
    ['confirm', /isn’t confirmed yet, sign in: you can have another link sent/],
    ['change', /enter the new one on your profile again/],
    ['undo', /put your address back on your profile/],
    ['keep', /sign in to keep it/],
  ])('says that a link is spent, before anything is pressed, and what to do: %s', async (kind, next) => {
    const page = await visit({ secrets: { [kind]: mockTokens.expired } });
    expect(await step('This link no longer works')).toEqual(wellReached);
    expect(screen.getByText(next)).toBeTruthy();
    await press(page, 'Sign in');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome Back' })).toBeTruthy();
  });

  it.each(['confirm', 'change'])('reports it at once, also where scanners open links: %s', async (kind) => {
    const page = await visit({ secrets: { [kind]: mockTokens.expired, mode: 'confirm' } });
    expect(await step('This link no longer works')).toEqual(wellReached);
    expect(page.requests).toEqual(['POST /api/auth/link/check']);
  });

  it('reports at once that invitations are already stopped, or that a link is truncated', async () => {
    await visit({ secrets: { stop: mockTokens.expired } });
    expect(await step('This link is incomplete')).toEqual(wellReached);
    cleanup();
    await visit({ secrets: { stop: mockTokens.done }, language: 'es' });
    expect(await step('Ya no recibirás estos correos')).toEqual(wellReached);
  });

  it('shows the usual step if its check fails', async () => {
    await visit({
      secrets: { keep: mockTokens.expired },
      handlers: [
        mock('POST /api/auth/link/check', () => {
          throw new MockFailure(503, 'unavailable');
        }),
      ],
    });
    expect(await step('Keep your account?')).toEqual(wellReached);
  });

  it('leads from a spent undo link to a new password', async () => {
    const page = await visit({ secrets: { undo: mockTokens.expired } });
    await press(page, 'Choose a new password');
    expect(await screen.findByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeTruthy();
  });

  it('can be retried after a server failure', async () => {
    let isAway = true;
    const page = await visit({
      secrets: { change: 'abc' },
      handlers: [
        mock('POST /api/auth/email/change', () => {
          if (!isAway) return { status: 'changed', email: 'maya@new.example', user: null };
          isAway = false;
          throw new MockFailure(503, 'unavailable');
        }),
      ],
    });
    expect(await step('That didn’t work')).toEqual(wellReached);
    await press(page, 'Try again');
    expect(await step('Your address has changed')).toEqual(wellReached);
  });
});
