import { buildUser, demoCommunity } from '@frens/contract/fixtures';
import { handlersFor, MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const newcomer = buildUser({
  username: null,
  name: '',
  age: null,
  gender: null,
  lookingFor: null,
  profileComplete: false,
});
const visit = (handlers: Parameters<typeof renderRemote>[1]['handlers'] = []) =>
  renderRemote(remote, { path: '/dashboard', scenario: 'empty', user: newcomer, handlers });
type Page = Awaited<ReturnType<typeof visit>>;

const box = (name: string) => screen.findByLabelText(new RegExp(`^${name}`), { selector: 'input, select' });

async function fill({ user }: Page, age: string) {
  for (const [field, value] of [
    ['Username', 'ana'],
    ['Name', 'Ana'],
    ['Age', age],
  ] as const) {
    await user.clear(await box(field));
    await user.type(await box(field), value);
  }
  await user.selectOptions(await box('Gender'), 'female');
  await user.selectOptions(await box('Looking for'), 'everyone');
}
const submit = async ({ user }: Page) =>
  user.click(await screen.findByRole('button', { name: 'Complete profile' }));

describe('completing a profile (D10)', () => {
  it('asks for five fields, sends them once and disappears', async () => {
    const sent: object[] = [];
    const page = await visit([
      mock('POST /api/account/complete', ({ body }) => {
        sent.push(body);
        return { ...newcomer, ...body, profileComplete: true };
      }),
    ]);
    await screen.findByRole('heading', { name: 'Complete your profile' });
    const { violations } = await axe.run(page.container, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id }) => id)).toEqual([]);
    await fill(page, '30');
    await submit(page);
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Complete your profile' })).toBeNull());
    expect(sent).toEqual([
      { username: 'ana', name: 'Ana', age: 30, gender: 'female', lookingFor: 'everyone' },
    ]);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Welcome, Ana!' }));
  });

  it.each([
    ['en', 'This username is already in use. Please choose another one'],
    ['es', 'Este nombre de usuario ya está en uso. Elige otro'],
  ] as const)('reports a taken username at its field (%s), and keeps the input', async (language, text) => {
    const handlers = handlersFor('typical', { answers: { user: { ...newcomer } } });
    const page = await renderRemote(remote, { path: '/dashboard', user: newcomer, language, handlers });
    const taken = demoCommunity().members[30];
    const fields = () => page.container.querySelectorAll<HTMLInputElement>('form input, form select');
    await screen.findByRole('form');
    for (const [index, value] of [taken?.username ?? '', 'Ana', '30'].entries())
      await page.user.type(fields()[index] ?? page.container, value);
    await page.user.selectOptions(fields()[3] ?? page.container, 'female');
    await page.user.selectOptions(fields()[4] ?? page.container, 'everyone');
    await page.user.keyboard('{Enter}');
    await page.user.click(screen.getByRole('button', { name: /^Completa|^Complete/ }));
    const username = fields()[0];
    await waitFor(() => expect(username?.getAttribute('aria-invalid')).toBe('true'));
    expect(username?.getAttribute('aria-describedby')).toBeTruthy();
    expect(page.container.querySelector('form')?.textContent).toContain(text);
    expect(document.activeElement).toBe(username);
    expect([...fields()].map(({ value }) => value)).toEqual([
      taken?.username,
      'Ana',
      '30',
      'female',
      'everyone',
    ]);
  });

  it('confirms an age under 18 before the account is deleted, and ignores a held key', async () => {
    const sent: number[] = [];
    const page = await visit([
      mock('POST /api/account/complete', ({ body }) => {
        sent.push(body.age);
        throw new MockFailure(403, 'under_age');
      }),
    ]);
    await fill(page, '3');
    await page.user.type(await box('Age'), '{Enter}');
    const question = await screen.findByRole('alertdialog', { name: 'Are you really 3?' });
    const { violations } = await axe.run(question, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id }) => id)).toEqual([]);
    // A second Enter chooses the harmless answer, which leads back to the age.
    await page.user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(document.activeElement).toBe(await box('Age'));
    expect(sent).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
    await submit(page);
    await page.user.click(await screen.findByRole('button', { name: 'Yes, delete my account' }));
    await waitFor(() => expect(page.location()).toBe('/auth'));
    expect(sent).toEqual([3]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks for a whole number when letters are typed, without the confirmation', async () => {
    const page = await visit();
    await fill(page, 'thirty');
    await submit(page);
    expect(await screen.findByText('Please enter your age as a whole number')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
