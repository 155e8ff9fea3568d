import { authDrafts } from '@frens/contract/choices';
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

it('is filled in by the landing page, and so is the link card (D51)', async () => {
  const values = { email: 'maya@example.org', connectionType: 'service_partners' };
  sessionStorage.setItem(`draft:${authDrafts.signUp}`, JSON.stringify({ by: null, values }));
  const { goOn } = await open();
  expect([box('Email').value, box('Email address').value]).toEqual(['maya@example.org', 'maya@example.org']);
  await goOn();
  expect(screen.getByRole<HTMLInputElement>('radio', { checked: true }).value).toBe('service_partners');
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
