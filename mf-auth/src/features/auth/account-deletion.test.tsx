import type { CallBody } from '@frens/contract';
import { buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock, mockTokens } from '@frens/contract/mocks';
import { type RenderOptions, renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const undoUntil = '2026-11-29T12:00:00.000Z';
const user = buildUser();
const visit = (options: Partial<RenderOptions> = {}) =>
  renderRemote(remote, { path: '/auth', user: null, ...options });
type Page = Awaited<ReturnType<typeof visit>>;
const press = async (page: Page, name: string) =>
  page.user.click(await screen.findByRole('button', { name }));

/** Refuses the sign-in until it asks to keep the account. */
function unlessKept<Answer>({ keepAccount }: { keepAccount?: boolean }, answer: Answer): Answer {
  if (!keepAccount) throw new MockFailure(403, 'account_ending', { details: { undoUntil } });
  return answer;
}

/** Waits for a step, then returns whether its heading has the focus, and axe's violations. */
async function step(name: string | RegExp) {
  const heading = await screen.findByRole('heading', { level: 1, name });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

async function signIn(page: Page) {
  await page.user.type(await screen.findByLabelText('Username or email'), 'robin');
  await page.user.type(screen.getByLabelText('Password'), 'bamboo-grove{Enter}');
}

describe('signing in to an account with a pending deletion (D46)', () => {
  it('asks whether to keep it, without a toast, and signs in on yes', async () => {
    const sent: CallBody<'POST /api/login'>[] = [];
    const page = await visit({
      handlers: [
        mock('POST /api/login', ({ body }) => {
          sent.push(body);
          return unlessKept(body, user);
        }),
      ],
    });
    await signIn(page);
    await step('Do you want to keep your account?');
    expect(screen.getByText(/will be erased on Nov 29, 2026/)).toBeTruthy();
    expect(screen.queryByRole('status')?.textContent ?? '').not.toContain('Login failed');
    await press(page, 'Keep it and sign in');
    await waitFor(() => expect(page.location()).toBe('/dashboard'));
    expect(sent.map(({ keepAccount }) => keepAccount)).toEqual([undefined, true]);
  });

  it('leaves the deletion pending on no', async () => {
    const page = await visit({ handlers: [mock('POST /api/login', ({ body }) => unlessKept(body, user))] });
    await signIn(page);
    await press(page, 'No, delete it');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome Back' })).toBeTruthy();
    expect(page.location()).toBe('/auth');
  });

  it('asks after a magic link and after a password reset', async () => {
    const answer = {
      success: true,
      user,
      isNewUser: false,
      needsProfile: false,
      passwordRemoved: false,
    } as const;
    const linked = await visit({
      secrets: { token: 'abc' },
      handlers: [
        mock('POST /api/auth/verify', ({ body }) => unlessKept(body, { ...answer, next: '/groups' })),
      ],
    });
    await press(linked, 'Keep it and sign in');
    await waitFor(() => expect(linked.location()).toBe('/groups'));
    cleanup();
    const reset = await visit({
      secrets: { reset: 'abc' },
      language: 'es',
      handlers: [
        mock('POST /api/auth/password/reset', ({ body }) => unlessKept(body, { success: true, user })),
      ],
    });
    await reset.user.type(await screen.findByLabelText(/^Contraseña nueva/), 'tea and toast at six{Enter}');
    await step('¿Quieres conservar tu cuenta?');
    await press(reset, 'Conservarla e iniciar sesión');
    await waitFor(() => expect(reset.location()).toBe('/dashboard'));
  });
});

describe('the link that keeps an account', () => {
  it('waits for a press, then says that the account stays', async () => {
    const page = await visit({ secrets: { keep: 'abc' } });
    expect(await screen.findByRole('heading', { level: 1, name: 'Keep your account?' })).toBeTruthy();
    expect(page.requests).toEqual(['POST /api/auth/link/check']);
    await press(page, 'Keep my account');
    await step('Your account stays');
    await press(page, 'Continue');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome Back' })).toBeTruthy();
  });

  it('names the signed-in member, who stays signed in', async () => {
    const page = await visit({ secrets: { keep: 'abc' }, user: 'demo' });
    await step('Keep your account?');
    expect(
      screen.getByText(/the account that the email was about.*Here you stay signed in as @demo/),
    ).toBeTruthy();
    await press(page, 'Keep my account');
    await step('Your account stays');
    expect(screen.getByText(/still signed in as @demo here/)).toBeTruthy();
    await press(page, 'Continue');
    await waitFor(() => expect(page.location()).toBe('/dashboard'));
  });

  it('explains an expired link and what to do next', async () => {
    await visit({ secrets: { keep: mockTokens.expired } });
    await step('This link no longer works');
    expect(screen.getByText(/If the account hasn’t been erased yet/)).toBeTruthy();
  });
});

describe('the page after a deletion', () => {
  it.each([
    [true, 'en', 'Your account is being deleted', /open the link in the email/],
    [false, 'en', 'Your account is being deleted', /sign in with your username and password/],
    [false, 'es', 'Estamos eliminando tu cuenta', /nombre de usuario y tu contraseña/],
  ] as const)(
    'says until when and how to keep the account (by mail: %s, %s)',
    async (byMail, language, title, how) => {
      const page = await visit({ language, state: { undoUntil, byMail } });
      expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
      expect(screen.getByText(how).textContent).toMatch(/29/);
      expect(screen.queryByText(/Your grove is waiting|Tu bosque te espera/)).toBeNull();
      const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
      expect(violations.map(({ id }) => id)).toEqual([]);
      await page.user.click(screen.getByRole('link', { name: /keep it|conserv/i }));
      expect(await screen.findByLabelText(/^Username or|^Nombre de usuario o/)).toBeTruthy();
    },
  );

  it('is the login page for any other history state', async () => {
    for (const state of [{ undoUntil: 'soon' }, { undoUntil: 7 }, 'undoUntil']) {
      await visit({ state });
      expect(await screen.findByLabelText('Username or email')).toBeTruthy();
      cleanup();
    }
  });
});

it('tells a member who is too young only that the account is deleted (D10)', async () => {
  await visit({ state: { underAge: true } });
  await screen.findByRole('heading', { level: 1, name: 'Your account is being deleted' });
  expect(screen.getByText(/for people aged 18 and over/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Sign in and keep it' })).toBeNull();
  expect(screen.queryByText('You were signed out')).toBeNull();
});
