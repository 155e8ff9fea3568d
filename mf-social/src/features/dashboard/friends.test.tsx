import {
  buildConnection,
  buildFriend,
  buildPendingConnection,
  buildPublicUser,
} from '@frens/contract/fixtures';
import { mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const named = (name: string) => buildPublicUser({ id: name.toLowerCase(), name });

it('shows whom one could introduce before the examples, which are marked and have nothing to press', async () => {
  const friends = ['Ana', 'Ben', 'Chris', 'Dora', 'Eli'].map((name) =>
    buildFriend({ id: `c-${name}`, friend: named(name) }),
  );
  const { user, location } = await renderRemote(remote, {
    path: '/dashboard',
    handlers: [mock('GET /api/connections', () => friends)],
  });
  const own = await region('Your friends');
  expect(own.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ana',
    'Ben',
    'Chris',
    'Dora',
  ]);
  const examples = await region('How it will look');
  expect(examples.getAllByText('Example')).toHaveLength(2);
  expect(examples.getByText(/Matchmaking opens soon\./)).toBeTruthy();
  const buttons = examples.getAllByRole<HTMLButtonElement>('button', { name: 'Suggest Match' });
  expect(buttons.map(({ disabled }) => disabled)).toEqual([true, true]);
  const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['Your friends', 'How it will look']);
  expect(screen.getByRole('region', { name: 'Your Matchmaking History' })).toBeTruthy();

  await user.click(own.getByRole('link', { name: 'See all your friends' }));
  expect(location()).toBe('/dashboard?tab=connections');
});

it('celebrates the first friend, and no other', async () => {
  const requests = ['Ana', 'Ben'].map((name) =>
    buildPendingConnection({ id: `r-${name}`, user: named(name) }),
  );
  const { user } = await renderRemote(remote, {
    path: '/dashboard?tab=connections',
    handlers: [
      mock('GET /api/connections', () => []),
      mock('GET /api/connections/pending', () => requests),
      mock('POST /api/connections/:id/accept', ({ params }) =>
        buildConnection({ id: params.id, status: 'accepted', direction: 'incoming' }),
      ),
    ],
  });
  const friends = await region('Your Friends');
  expect(friends.getByRole('heading', { name: 'No friends yet' })).toBeTruthy();

  await user.click(screen.getByRole('button', { name: /^Accept.*Ana/ }));
  expect(await friends.findByRole('heading', { name: 'Your first fren!' })).toBeTruthy();
  expect(friends.getByText(/^You and Ana are friends now\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Accept.*Ben/ }));
  expect(await friends.findByText('Ben')).toBeTruthy();
  expect(friends.getByText(/^You and Ana are friends now\./)).toBeTruthy();
});

it('celebrates nobody who was a friend before', async () => {
  await renderRemote(remote, {
    path: '/dashboard?tab=connections',
    handlers: [mock('GET /api/connections', () => [buildFriend({ friend: named('Ana') })])],
  });
  const friends = await region('Your Friends');
  expect(await friends.findByText('Ana')).toBeTruthy();
  expect(friends.queryByText('Your first fren!')).toBeNull();
});
