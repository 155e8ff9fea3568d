import {
  buildConnection,
  buildFriend,
  buildMatchCandidate,
  buildPendingConnection,
  buildPublicUser,
} from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const named = (name: string) => buildPublicUser({ id: name.toLowerCase(), name });

it('shows four friends at first, and the examples while none of them has a candidate', async () => {
  const friends = ['Ana', 'Ben', 'Chris', 'Dora', 'Eli'].map((name) =>
    buildFriend({ id: `c-${name}`, friend: named(name) }),
  );
  const { user, location } = await renderRemote(remote, {
    path: '/dashboard',
    handlers: [
      mock('GET /api/connections', () => friends),
      mock('GET /api/matches/candidates', ({ query }) => {
        if (query.friendId === 'chris') throw new MockFailure(403, 'suggestions_closed');
        return query.friendId === 'eli' ? [buildMatchCandidate()] : [];
      }),
    ],
  });
  const examples = await region('How it will look');
  expect(examples.getAllByText('Example')).toHaveLength(2);
  const buttons = examples.getAllByRole<HTMLButtonElement>('button', { name: 'Suggest Match' });
  expect(buttons.map(({ disabled }) => disabled)).toEqual([true, true]);
  const own = await region('Your friends');
  expect(own.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'Ana',
    'Ben',
    'Chris',
    'Dora',
  ]);
  expect(own.getAllByText(/^Nobody yet/)).toHaveLength(3);
  expect(own.getByText('Chris isn’t open to introductions right now.')).toBeTruthy();

  await user.click(own.getByRole('button', { name: 'Show more friends' }));
  expect(await own.findByRole('button', { name: 'Find a match for Eli' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'How it will look' })).toBeNull();
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
