import {
  buildConnection,
  buildFriend,
  buildMatchCandidate,
  buildPendingConnection,
  buildPublicUser,
} from '@frens/contract/fixtures';
import { mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { remote } from '../../remote.tsx';
import { ConnectionsPanel } from './components/further-panels.ts';

beforeAll(() =>
  Promise.all(
    [...remote.routes.map(({ Component }) => Component), ConnectionsPanel].map(async (one) =>
      one.preload?.(),
    ),
  ),
);
afterEach(cleanup);

const region = async (name: string) => within(await screen.findByRole('region', { name }));
const named = (name: string) => buildPublicUser({ id: name.toLowerCase(), name });

it('pages the newest friends, and shows samples while no friend has a candidate', async () => {
  const asked: Array<string | null> = [];
  const { user, location } = await renderRemote(remote, {
    path: '/dashboard',
    handlers: [
      mock('GET /api/matches/candidates', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('cursor'));
        return ['Ana', 'Ben', 'Kai', 'Olu', 'Zoe'].map((name) => ({
          friend: named(name),
          candidates:
            name === 'Zoe' ? [buildMatchCandidate({ user: named('Sam') })] : name === 'Kai' ? null : [],
        }));
      }),
    ],
  });
  const own = await region('Make Matches for Friends');
  const rows = () => own.getByRole('list', { name: 'Your friends' }).children;
  await own.findByText('Ana');
  expect(rows()).toHaveLength(4);
  expect(own.getByText('Kai isn’t open to introductions right now.')).toBeTruthy();
  expect(await own.findByRole('region', { name: 'How it will look' })).toBeTruthy();
  await user.click(own.getByRole('button', { name: 'Show more' }));
  expect(await own.findByRole('button', { name: 'Find a match for Zoe' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'How it will look' })).toBeNull();
  expect(asked).toEqual([null, '4']);
  await user.click(own.getByRole('link', { name: 'See all your friends' }));
  expect(location()).toBe('/dashboard?tab=connections#friends');
  const friends = await screen.findByRole('heading', { name: 'Your Friends' });
  await vi.waitFor(() => expect(document.activeElement).toBe(friends));
});

it('celebrates only the first friend', async () => {
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
  act(() => void dispatchEvent(new Event('pagehide')));
  expect(await friends.findByRole('heading', { name: 'Your first friend!' })).toBeTruthy();
  expect(friends.getByText(/^You and Ana are friends now\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /^Accept.*Ben/ }));
  act(() => void dispatchEvent(new Event('pagehide')));
  expect(await friends.findByText('Ben')).toBeTruthy();
  expect(friends.getByText(/^You and Ana are friends now\./)).toBeTruthy();
});

it('celebrates no existing friend', async () => {
  await renderRemote(remote, {
    path: '/dashboard?tab=connections',
    handlers: [mock('GET /api/connections', () => [buildFriend({ friend: named('Ana') })])],
  });
  const friends = await region('Your Friends');
  expect(await friends.findByText('Ana')).toBeTruthy();
  expect(friends.queryByText('Your first friend!')).toBeNull();
});
