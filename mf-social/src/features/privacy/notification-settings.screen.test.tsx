import { MockFailure, mock } from '@frens/contract/mocks';
import { defaultNotifications } from '@frens/contract/notification-settings';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const path = '/privacy-settings/notifications';
const toggle = async (name = 'A friend writes to me') =>
  within(await screen.findByRole('region', { name: 'Emails' })).findByRole<HTMLInputElement>('switch', {
    name,
  });

it('switches message mails off and on, saving each change (D48)', async () => {
  const { user, requests } = await renderRemote(remote, { path });
  expect((await toggle()).checked).toBe(true);
  for (const wanted of [false, true]) {
    await user.click(await toggle());
    await waitFor(async () => expect((await toggle()).checked).toBe(wanted));
  }
  await waitFor(() =>
    expect(requests.filter((one) => one === 'PATCH /api/notification-settings')).toHaveLength(2),
  );
});

it('saves each kind independently, also concurrently', async () => {
  const answers: Array<() => void> = [];
  const slow = mock('PATCH /api/notification-settings', async ({ body }) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return { ...defaultNotifications, ...body };
  });
  const { user } = await renderRemote(remote, { path, handlers: [slow] });
  const names = ['Someone wants to connect', 'Someone introduces me', 'A friend invites me to a circle'];
  for (const name of names) await user.click(await toggle(name));
  await waitFor(() => expect(answers).toHaveLength(names.length), { timeout: 20_000 });
  for (const answer of answers.toReversed()) answer();
  for (const name of names) expect((await toggle(name)).checked).toBe(false);
  expect((await toggle()).checked).toBe(true);
});

it('reverts when saving fails', async () => {
  const failing = mock('PATCH /api/notification-settings', () => {
    throw new MockFailure(503, 'unavailable');
  });
  const { user } = await renderRemote(remote, { path, handlers: [failing] });
  await user.click(await toggle());
  await waitFor(async () => expect((await toggle()).checked).toBe(true));
  expect(await screen.findByText(/Privacy settings not updated/)).toBeTruthy();
});
