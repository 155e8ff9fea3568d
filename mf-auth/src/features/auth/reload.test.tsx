import { mock } from '@frens/contract/mocks';
import { readSecret } from '@frens/platform';
import { type RenderOptions, renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.useRealTimers();
});

const visit = (options: Partial<RenderOptions> = {}) =>
  renderRemote(remote, { path: '/auth', user: null, ...options });
const title = (name: string) => screen.findByRole('heading', { name });
const minute = 60_000;

function reload(options?: Partial<RenderOptions>) {
  cleanup();
  return visit(options);
}

const magic = 'form[aria-label="Sign in with a link"] input';
const forgot = 'form[aria-label="Ask for a new password"] input';

describe('a requested link', () => {
  it('is still shown after a reload within its lifetime, and can be resent', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const sent: string[] = [];
    const handlers = [
      mock('POST /api/auth/magic-link', ({ body }) => {
        sent.push(body.email);
        return { success: true, message: 'Sent', expiresInSeconds: 900 };
      }),
    ];
    const first = await visit({ handlers });
    await first.user.type(
      await screen.findByLabelText('Email address', { selector: magic }),
      'maya@example.org{Enter}',
    );
    await title('Check your email');
    const page = await reload({ handlers });
    await title('Check your email');
    expect(screen.getByText(/^We sent a link to maya@example\.org\./)).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Resend Magic Link' }));
    await waitFor(() => expect(sent).toEqual(['maya@example.org', 'maya@example.org']));
    vi.setSystemTime(Date.now() + 15 * minute);
    await reload();
    await title('Sign in with a magic link');
  });

  it('is discarded when the reader wants another address, whose field gets the focus', async () => {
    const page = await visit();
    await page.user.type(
      await screen.findByLabelText('Email address', { selector: magic }),
      'maya@example.org{Enter}',
    );
    await page.user.click(await screen.findByRole('button', { name: 'Use Different Email' }));
    const field = await screen.findByLabelText('Email address', { selector: magic });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await reload();
    await title('Sign in with a magic link');
  });

  it('is the only card while choosing a new password, also after a reload', async () => {
    const page = await visit({ path: '/auth?tab=forgot' });
    await page.user.type(
      await screen.findByLabelText('Email address', { selector: forgot }),
      'maya@example.org{Enter}',
    );
    await title('Check your email');
    const again = await reload({ path: '/auth?tab=forgot' });
    expect(await screen.findByText(/^If maya@example\.org has an account here/)).toBeTruthy();
    expect(screen.queryByText('Sign in with a magic link')).toBeNull();
    await again.user.click(screen.getByRole('button', { name: 'Use Different Email' }));
    const field = await screen.findByLabelText('Email address', { selector: forgot });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await title('Sign in with a magic link');
  });
});

describe('a link that awaits a press', () => {
  it.each(['reset', 'undo', 'keep'])(
    'is kept until used, and discarded when known to be dead: %s',
    async (kind) => {
      await visit({ secrets: { [kind]: 'abc' } });
      await waitFor(() => expect(screen.queryByRole('heading', { level: 1 })).toBeTruthy());
      expect(sessionStorage.getItem(`secret:${kind}`)).toContain('abc');
      const handlers = [mock('POST /api/auth/link/check', () => ({ isUsable: false, isDone: false }))];
      await reload({ secrets: { [kind]: 'abc' }, handlers });
      await title('This link no longer works');
      await waitFor(() => expect(readSecret(kind)).toBeNull());
      expect(sessionStorage.getItem(`secret:${kind}`)).toBeNull();
    },
  );

  it('can be declined by the member who requested the change', async () => {
    const page = await visit({ secrets: { undo: 'abc' } });
    await page.user.click(await screen.findByRole('button', { name: 'It was me, leave it' }));
    await title('Welcome Back');
    expect(readSecret('undo')).toBeNull();
  });

  it('leads from a recovered account to a new password for its address', async () => {
    const handlers = [
      mock('POST /api/auth/email/undo', () => ({ success: true, email: 'maya@example.org' })),
    ];
    const page = await visit({ secrets: { undo: 'abc' }, handlers });
    await page.user.click(await screen.findByRole('button', { name: 'Undo the change' }));
    await page.user.click(await screen.findByRole('button', { name: 'Choose a new password' }));
    await title('Choose a new password');
    expect(await screen.findByLabelText('Email address', { selector: forgot })).toHaveProperty(
      'value',
      'maya@example.org',
    );
  });
});

it('states the terms once for every way to sign in', async () => {
  for (const path of ['/auth', '/auth?tab=register', '/v2/auth', '/v2/auth?tab=register']) {
    await reload({ path });
    expect(await screen.findAllByRole('link', { name: 'Terms of Service' })).toHaveLength(1);
  }
});
