import type { CallBody } from '@frens/contract';
import { buildUser, demoCommunity } from '@frens/contract/fixtures';
import spanish from '@frens/contract/locales/es';
import { MockFailure, mock, mockCommonPassword } from '@frens/contract/mocks';
import { emptyProfile } from '@frens/contract/profile-fields';
import { i18n } from '@frens/platform';
import { type RenderOptions, renderRemote } from '@frens/platform/testing';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

const { demo, members } = demoCommunity();

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

/** Opens the page as a visitor. */
async function visit(options: Partial<RenderOptions> = {}) {
  const page = await renderRemote(remote, { path: '/auth', user: null, ...options });
  await screen.findByRole('heading', { level: 1 });
  return page;
}

const box = (name: string | RegExp) => screen.getByLabelText(name, { selector: 'input, select' });

type Page = Awaited<ReturnType<typeof visit>>;

/** Fills a field at once: typing letter by letter is slow and proves nothing more. */
async function fill({ user }: Page, field: string, value: string) {
  await user.clear(box(field));
  await user.paste(value);
}

async function fillAccount(page: Page) {
  await fill(page, 'Username', 'maya.g');
  await fill(page, 'Email', 'maya@example.org');
  await fill(page, 'Password', 'bamboo-7');
  await fill(page, 'Confirm Password', 'bamboo-7');
}

const goOn = ({ user }: Page) => user.click(screen.getByRole('button', { name: 'Continue' }));

async function fillSignUp(page: Page) {
  await fillAccount(page);
  await goOn(page);
  await screen.findByLabelText('Full Name');
  await fill(page, 'Full Name', 'Maya Green');
  await fill(page, 'Age', '34');
  await page.user.click(screen.getByRole('radio', { name: 'Service partners' }));
  await page.user.selectOptions(box('Gender'), 'Woman');
  await page.user.selectOptions(box('Looking for'), 'Everyone');
}

const submitSignUp = ({ user }: Page) => user.click(screen.getByRole('button', { name: 'Create Account' }));
const submitLogin = ({ user }: Page) => user.click(screen.getByRole('button', { name: 'Sign In' }));

it.each(['/auth', '/auth?tab=register', '/auth?tab=forgot', '/v2/auth', '/v2/auth?tab=register'])(
  'has one primary action, in its first card: %s',
  async (path) => {
    await visit({ path });
    const sends = [...document.querySelectorAll<HTMLButtonElement>('[type=submit][data-variant]')].filter(
      (one) => !one.closest('noscript'),
    );
    expect(sends.map(({ dataset }) => dataset['variant'])).toEqual(['primary', 'secondary']);
  },
);

describe('logging in', () => {
  it('greets the member and opens the dashboard', async () => {
    const page = await visit();
    await page.user.type(box('Username or email'), demo.username);
    await page.user.type(box('Password'), demo.password);
    await page.user.keyboard('{Enter}');
    await waitFor(() => expect(page.location()).toBe('/dashboard'));
    const toast = await screen.findByRole('status');
    expect(toast.textContent).toMatch(/^Login successful Welcome back, .+!$/);
  });

  it.each([
    ['/auth?next=%2Fpanda%2Fp1%3Ftab%3Dposts', '/panda/p1?tab=posts'],
    ['/auth?next=%2Fprivacy-settings#security', '/privacy-settings#security'],
    // The skip link adds this hash.
    ['/auth?next=%2Fprivacy-settings%23security#main', '/privacy-settings#security'],
  ])('leads to the page that asked for it: %s', async (path, next) => {
    const page = await visit({ path });
    await page.user.type(box('Username or email'), members[0]?.email ?? '');
    await page.user.type(box('Password'), demo.password);
    await submitLogin(page);
    await waitFor(() => expect(page.location()).toBe(next));
  });

  it('marks each missing field, focuses the first and sends nothing', async () => {
    const page = await visit({
      handlers: [
        mock('POST /api/login', () => {
          throw new Error('An empty form was sent.');
        }),
      ],
    });
    await submitLogin(page);
    const username = box('Username or email');
    await waitFor(() => expect(document.activeElement).toBe(username));
    expect(described(username)).toContain('Username is required');
    expect(described(box('Password'))).toContain('Password is required');

    await page.user.type(username, 'm');
    expect(username.getAttribute('aria-invalid')).toBeNull();
    expect(described(box('Password'))).toContain('Password is required');
  });

  it('reports a wrong password and keeps the input', async () => {
    const page = await visit();
    await page.user.type(box('Username or email'), demo.username);
    await page.user.type(box('Password'), 'not-this-one');
    await submitLogin(page);
    const toast = await screen.findByRole('alert');
    expect(toast.textContent).toBe('Login failed 401: Invalid username or password');
    expect(
      within(screen.getByRole('form', { name: 'Login' })).getByText('Invalid username or password'),
    ).toBeTruthy();
    expect(box('Username or email')).toHaveProperty('value', demo.username);
    expect(box('Password')).toHaveProperty('value', 'not-this-one');
    expect(page.location()).toBe('/auth');
  });

  it('shows the password on demand', async () => {
    const page = await visit();
    await page.user.type(box('Password'), 'bamboo-7');
    await page.user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(box('Password')).toHaveProperty('type', 'text');
    await page.user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(box('Password')).toHaveProperty('type', 'password');
  });

  it('reports an unreachable server', async () => {
    const page = await visit({ scenario: 'failing' });
    await page.user.type(box('Username or email'), demo.username);
    await page.user.type(box('Password'), demo.password);
    await submitLogin(page);
    const toast = await screen.findByRole('alert');
    expect(toast.textContent).toMatch(/^Login failed 503: /);
  });
});

describe('signing up', () => {
  it('creates the account with all fields, and signs in', async () => {
    const sent: CallBody<'POST /api/register'>[] = [];
    const page = await visit({
      path: '/auth?tab=register',
      handlers: [
        mock('POST /api/register', ({ body }) => {
          sent.push(body);
          return buildUser({ name: 'Maya Green' });
        }),
      ],
    });
    expect(screen.getByRole('heading', { level: 1, name: 'Create Account' })).toBeTruthy();
    await fillSignUp(page);
    await submitSignUp(page);
    await waitFor(() => expect(page.location()).toBe('/dashboard'));
    expect(sent).toEqual([
      {
        ...emptyProfile,
        username: 'maya.g',
        email: 'maya@example.org',
        password: 'bamboo-7',
        name: 'Maya Green',
        age: 34,
        gender: 'female',
        lookingFor: 'everyone',
        connectionType: 'service_partners',
      },
    ]);
    expect((await screen.findByRole('status')).textContent).toBe(
      'Registration successful Welcome to Frens, Maya Green!',
    );
  });

  it('reports every violated rule at its field, step by step', async () => {
    const page = await visit({ path: '/auth?tab=register' });
    await fill(page, 'Username', 'ab');
    await fill(page, 'Email', 'nobody');
    await fill(page, 'Password', '12345');
    await fill(page, 'Confirm Password', '123456');
    await goOn(page);
    await waitFor(() => expect(document.activeElement).toBe(box('Username')));
    const ofAccount: [string, string][] = [
      ['Username', 'Username must be at least 3 characters'],
      ['Email', 'Invalid email address'],
      ['Password', 'Password must be at least 6 characters'],
      ['Confirm Password', 'Passwords do not match'],
    ];
    for (const [field, problem] of ofAccount) expect(described(box(field))).toContain(problem);

    await fillAccount(page);
    await goOn(page);
    const step = await screen.findByRole('heading', { level: 2, name: 'Step 2 of 2: about you' });
    expect(document.activeElement).toBe(step);
    // A single action here.
    expect(screen.queryByRole('button', { name: 'Send Magic Link' })).toBeNull();
    expect(box('Age')).toHaveProperty('value', '18');
    expect(screen.getByRole('radio', { name: 'All connections' })).toHaveProperty('checked', true);
    await fill(page, 'Full Name', 'M');
    await fill(page, 'Age', '17');
    await submitSignUp(page);
    await waitFor(() => expect(document.activeElement).toBe(box('Full Name')));
    const problems: [string, string][] = [
      ['Full Name', 'Name must be at least 2 characters'],
      ['Age', 'You must be at least 18 years old'],
      ['Gender', 'Please select your gender'],
      ['Looking for', "Please select who you're looking for"],
    ];
    for (const [field, problem] of problems) expect(described(box(field))).toContain(problem);

    await fill(page, 'Age', '101');
    await submitSignUp(page);
    await waitFor(() => expect(described(box('Age'))).toContain('Age cannot exceed 100'));
    expect(page.location()).toBe('/auth?tab=register');

    // Back returns to the first step with its input.
    await page.user.click(screen.getByRole('button', { name: 'Back' }));
    const first = await screen.findByRole('heading', { level: 2, name: 'Step 1 of 2: your account' });
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect(box('Confirm Password')).toHaveProperty('value', 'bamboo-7');
    await goOn(page);
    expect(await screen.findByLabelText('Age')).toHaveProperty('value', '101');
  });

  it('shows the server’s refusal at its field', async () => {
    const page = await visit({
      path: '/auth?tab=register',
      handlers: [
        mock('POST /api/register', () => {
          throw new MockFailure(400, 'invalid', { fields: { username: 'This username is reserved' } });
        }),
      ],
    });
    await fillSignUp(page);
    await submitSignUp(page);
    // In the step with the field.
    await waitFor(() => expect(screen.getByLabelText('Username')).toBeTruthy());
    expect(described(box('Username'))).toContain('This username is reserved');
    expect(document.activeElement).toBe(box('Username'));
    await fill(page, 'Username', 'maya.green');
    await goOn(page);
    expect(await screen.findByLabelText('Full Name')).toHaveProperty('value', 'Maya Green');
  });

  it('rates a password, and warns of a common one without refusing it (D7)', async () => {
    const page = await visit({ path: '/auth?tab=register' });
    await page.user.type(box('Password'), 'bam');
    expect(screen.getByText('Still too short')).toBeTruthy();
    await page.user.type(box('Password'), 'boo-7');
    expect(screen.getByText('Fair: a few more characters help')).toBeTruthy();
    await fillAccount(page);
    await fill(page, 'Password', mockCommonPassword);
    await fill(page, 'Confirm Password', mockCommonPassword);
    expect(await screen.findByText(/one of the first passwords anyone would try/)).toBeTruthy();
    expect((await axe.run(page.container, { rules: { region: { enabled: false } } })).violations).toEqual([]);
    await goOn(page);
    expect(await screen.findByLabelText('Full Name')).toBeTruthy();
  });

  it('reports an existing account once, at both possible fields, until one changes', async () => {
    const page = await visit({
      path: '/auth?tab=register',
      handlers: [
        mock('POST /api/register', () => {
          throw new MockFailure(409, 'account_exists');
        }),
      ],
    });
    await fillSignUp(page);
    await submitSignUp(page);
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Registration failed 409: Username or e-mail is already in use.',
    );
    await waitFor(() => expect(document.activeElement).toBe(box('Username')));
    const sentence = 'Username or e-mail is already in use.';
    const said = () => page.container.querySelector('form')?.textContent.split(sentence).length;
    const marked = () => page.container.querySelectorAll('[aria-invalid=true]');
    expect(said()).toBe(2);
    expect([...marked()]).toEqual([box('Username'), box('Email')]);
    expect(box('Password')).toHaveProperty('value', 'bamboo-7');
    await page.user.type(box('Username'), '2');
    expect([said(), marked().length]).toEqual([1, 0]);
    await goOn(page);
    await screen.findByLabelText('Full Name');
    await submitSignUp(page);
    await page.user.click(await screen.findByRole('link', { name: 'Log in' }));
    expect(await screen.findByRole('form', { name: 'Login' })).toBeTruthy();
  });

  it('sets autocomplete for each field', async () => {
    const page = await visit({ path: '/auth?tab=register' });
    const purposes = ['Username', 'Email', 'Password', 'Confirm Password'].map((field) =>
      box(field).getAttribute('autocomplete'),
    );
    expect(purposes).toEqual(['username', 'email', 'new-password', 'new-password']);
    await fillSignUp(page);
    expect(box('Full Name').getAttribute('autocomplete')).toBe('name');
  });
});

describe('the page', () => {
  it('keeps the input and the return path when the tab changes', async () => {
    const page = await visit({ path: '/auth?next=%2Fgroups' });
    await page.user.type(box('Username or email'), 'maya');
    await page.user.click(screen.getByRole('tab', { name: 'Sign Up' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Create Account' })).toBeTruthy();
    expect(page.location()).toBe('/auth?next=%2Fgroups&tab=register');
    await page.user.type(box('Email'), 'maya@');
    await page.user.click(screen.getByRole('tab', { name: 'Login' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome Back' })).toBeTruthy();
    expect(box('Username or email')).toHaveProperty('value', 'maya');
    expect(page.location()).toBe('/auth?next=%2Fgroups');
    await page.user.click(screen.getByRole('tab', { name: 'Sign Up' }));
    expect(box('Email')).toHaveProperty('value', 'maya@');
  });

  it('changes tabs with the arrow keys', async () => {
    const page = await visit();
    screen.getByRole('tab', { name: 'Login' }).focus();
    await page.user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Create Account' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Sign Up' }).getAttribute('aria-selected')).toBe('true');
  });

  it.each(['/auth', '/v2/auth'])('redirects members from %s to the dashboard', async (path) => {
    const page = await renderRemote(remote, { path, user: 'demo' });
    await waitFor(() => expect(page.location()).toBe('/dashboard'));
  });

  it('links terms and privacy in a new tab', async () => {
    await visit();
    const links = within(screen.getByRole('list'))
      .getAllByRole('link')
      .map((link) => [link.getAttribute('href'), link.getAttribute('target')]);
    expect(links).toEqual([
      ['/about/terms', '_blank'],
      ['/about/privacy', '_blank'],
    ]);
  });

  it('renders in Spanish, validation included, and translates a visible message', async () => {
    const page = await visit({ path: '/auth', language: 'es' });
    expect(screen.getByRole('heading', { level: 1, name: 'Hola de nuevo' })).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Iniciar sesión' }));
    const username = box('Nombre de usuario o correo');
    await waitFor(() => expect(username.getAttribute('aria-invalid')).toBe('true'));
    expect(described(username)).toContain(spanish.validation.login.username);
    await act(() => i18n.changeLanguage('en'));
    expect(described(username)).toContain('Username is required');
  });

  it.runIf(process.env.LONG).each(['/auth', '/auth?tab=register'])(
    'has no accessibility faults on %s',
    async (path) => {
      const page = await visit({ path });
      const { violations } = await axe.run(page.container, { rules: { region: { enabled: false } } });
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    },
  );
});

/** Text that screen readers append to a field's name. */
function described(field: HTMLElement): string {
  return (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');
}
