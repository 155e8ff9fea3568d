import { mock } from '@frens/contract/mocks';
import { type RenderOptions, renderRemote } from '@frens/platform/testing';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

async function open(options: Partial<RenderOptions> = {}) {
  cleanup();
  const page = await renderRemote(remote, { path: '/auth?tab=register', user: null, ...options });
  await screen.findByRole('form', { name: 'Sign Up' });
  const fill = async (label: string, text: string) => {
    await page.user.clear(box(label));
    await page.user.paste(text);
  };
  const goOn = async () => {
    for (const [label, text] of Object.entries(account)) await fill(label, text);
    await page.user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByLabelText('Full Name');
  };
  return { ...page, fill, goOn };
}
const account = {
  Username: 'maya.g',
  Email: 'maya@example.org',
  Password: 'seven warm stones',
  'Confirm Password': 'seven warm stones',
};
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select' });

it('keeps the input across a reload, except passwords', async () => {
  const { fill, goOn, user } = await open();
  await goOn();
  await fill('Age', '34');
  await user.selectOptions(box('Gender'), 'Woman');
  await user.click(screen.getByRole('radio', { name: 'Service partners' }));
  expect(JSON.stringify(sessionStorage)).not.toContain('stones');

  // Without passwords it returns to the first step.
  const again = await open({ state: { signUpStep: 'about' } });
  const typed = Object.keys(account).map((label) => box(label).value);
  expect(typed).toEqual(['maya.g', 'maya@example.org', '', '']);
  await again.goOn();
  expect(['Age', 'Gender'].map((label) => box(label).value)).toEqual(['34', 'female']);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Service partners' }).checked).toBe(true);
});

it('prefers an email from the landing page to an older one, and keeps the rest', async () => {
  const { fill } = await open();
  await fill('Username', 'maya.g');
  await fill('Email', 'old@example.org');
  await open({ state: { email: 'new@example.org' } });
  expect([box('Username').value, box('Email').value]).toEqual(['maya.g', 'new@example.org']);
});

it('takes the connection type from the landing page, over an older choice', async () => {
  const chosen = () => screen.getByRole<HTMLInputElement>('radio', { checked: true }).value;
  for (const connectionType of ['group_activities', 'service_partners']) {
    const { goOn } = await open({ state: { email: 'new@example.org', connectionType } });
    expect(box('Email').value).toBe('new@example.org');
    await goOn();
    expect(chosen()).toBe(connectionType);
  }
});

it('keeps later input over the landing page’s email', async () => {
  const state = { email: 'maya@example.org' };
  const { fill } = await open({ state });
  await fill('Email', 'maya.g@example.org');
  await open({ state });
  expect(box('Email').value).toBe('maya.g@example.org');
});

it('titles the link card for joining', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 2, name: 'Join without a password' })).toBeTruthy();
  await open({ path: '/v2/auth?tab=register', language: 'en' });
  expect(screen.getByRole('heading', { level: 1, name: 'Join without a password' })).toBeTruthy();
});

it('warns of a password equal to the username, also when that is typed later', async () => {
  const { fill, user } = await open({
    handlers: [
      mock('POST /api/auth/password/check', ({ body: { password, username } }) => ({
        isCommon: password === username,
      })),
    ],
  });
  await fill('Password', 'maya.green');
  await user.tab();
  expect(screen.queryByText(/one of the first passwords anyone would try/)).toBeNull();
  await fill('Username', 'maya.green');
  expect(await screen.findByText(/one of the first passwords anyone would try/)).toBeTruthy();
});
