import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const path = '/privacy-settings';
const toggle = async () =>
  within(await screen.findByRole('region', { name: 'Emails' })).findByRole<HTMLInputElement>('switch', {
    name: 'A friend wrote to me',
  });

it('switches mails about messages off and on, each time at once (D48)', async () => {
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

it('goes back to what is stored when that could not be saved', async () => {
  const failing = mock('PATCH /api/notification-settings', () => {
    throw new MockFailure(503, 'unavailable');
  });
  const { user } = await renderRemote(remote, { path, handlers: [failing] });
  await user.click(await toggle());
  await waitFor(async () => expect((await toggle()).checked).toBe(true));
  expect(await screen.findByText(/Privacy settings not updated/)).toBeTruthy();
});
