import type { Notification } from '@frens/contract';
import {
  buildConnection,
  buildNotification,
  buildPendingConnection,
  buildPublicUser,
} from '@frens/contract/fixtures';
import { mock } from '@frens/contract/mocks';
import { namedMember } from '@frens/contract/named-member';
import { queryClient } from '@frens/platform';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { pendingQuery } from '../../members/connections.queries.ts';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const actor = namedMember(
  buildPublicUser({ id: 'ana', username: 'ana.brook', name: 'Ana Brook', pandaId: 'panda-1' }),
);

it.each(['/notifications', '/v2/notifications'])('%s lists all, and reads what is opened', async (path) => {
  const { user, requests, location, container } = await renderRemote(remote, { path });
  expect(await screen.findByRole('heading', { level: 1, name: 'Notifications' })).toBeTruthy();
  const unread = await screen.findAllByRole('link', { name: /^Unread: / });
  const { violations } = await axe.run(container);
  expect(violations.map(({ id }) => id)).toEqual([]);
  await user.click(unread[0] as HTMLElement);
  await waitFor(() => expect(requests).toContain('POST /api/notifications/read'));
  expect(location()).not.toBe(path);
});

it('links an introduction to its answer, an outcome to the person, and a message to the conversation', async () => {
  const kinds = ['suggestion', 'suggestionAccepted', 'introductionMade', 'message'] as const;
  await renderRemote(remote, {
    path: '/notifications',
    handlers: [
      mock('GET /api/notifications', () => kinds.map((kind) => buildNotification({ id: kind, kind, actor }))),
    ],
  });
  const places = {
    'Ana Brook would like to introduce you to someone': '/dashboard?tab=matches#introductions',
    'Ana Brook said yes too: you’re friends now': '/frens/ana.brook',
    'Ana Brook has found a friend, thanks to you': '/dashboard',
    'Ana Brook has written to you': '/messages/ana.brook',
  };
  for (const [words, place] of Object.entries(places)) {
    const link = (await screen.findByText(words, { exact: false })).closest('a');
    expect([words, link?.getAttribute('href')]).toEqual([words, place]);
  }
});

it('names the other member of an introduction, if visible', async () => {
  const other = { id: 'olu', name: 'Olu' };
  const kinds = ['suggestion', 'introductionMade'] as const;
  await renderRemote(remote, {
    path: '/notifications',
    handlers: [
      mock('GET /api/notifications', () =>
        kinds.map((kind) => buildNotification({ id: kind, kind, actor, other })),
      ),
    ],
  });
  const told = await screen.findByText('Ana Brook would like to introduce you to Olu');
  // Without a picture, her Panda is shown.
  expect(told.closest('a')?.querySelector('img')?.getAttribute('src')).toBe(actor.pandaImage);
  expect(screen.getByText('Ana Brook and Olu are friends now, thanks to you')).toBeTruthy();
});

it('answers a request in its row, which then shows the outcome', async () => {
  const request = buildPendingConnection({
    id: 'c1',
    user: buildPublicUser({ id: 'ana', name: 'Ana Brook' }),
  });
  let outcome: Notification['outcome'] = null;
  const { user, requests } = await renderRemote(remote, {
    path: '/notifications',
    handlers: [
      mock('GET /api/connections/pending', async () => {
        await new Promise((resolve) => setTimeout(resolve, outcome ? 0 : 200));
        return outcome ? [] : [request];
      }),
      mock('GET /api/notifications', () => [
        buildNotification({ id: 'one', kind: 'request', actor, outcome }),
        // The requester, now a friend.
        buildNotification({
          id: 'two',
          kind: 'request',
          actor: { ...actor, id: 'olu', name: 'Olu' },
          outcome: 'friends',
        }),
      ]),
      mock('POST /api/connections/:id/accept', () => {
        outcome = 'friends';
        return buildConnection({ id: 'c1', friendId: 'ana', status: 'accepted' });
      }),
    ],
  });
  expect(await screen.findByText('You and Olu are friends now')).toBeTruthy();
  // Rendered with the list: a later arrival would move the rows.
  await user.click(screen.getByRole('button', { name: 'Accept Ana Brook’s request' }));
  expect(screen.getByRole('button', { name: /^Undo/ })).toBeTruthy();
  // Leaving the tab sends the undoable answer.
  window.dispatchEvent(new Event('pagehide'));
  expect(await screen.findByText('You and Ana Brook are friends now')).toBeTruthy();
  expect(requests).toContain('POST /api/connections/c1/accept');
  expect(screen.getByRole('link', { name: /Say hello/ })).toBeTruthy();
});

it('reads requests anew that another page has read before', async () => {
  const user = buildPublicUser({ id: 'ana', name: 'Ana Brook' });
  await renderRemote(remote, {
    path: '/notifications',
    handlers: [
      mock('GET /api/connections/pending', () => [buildPendingConnection({ user })]),
      mock('GET /api/notifications', () => {
        queryClient.setQueryData(pendingQuery.queryKey, {
          pages: [{ items: [], nextCursor: null }],
          pageParams: [undefined],
        });
        return [buildNotification({ kind: 'request', actor, outcome: null })];
      }),
    ],
  });
  expect(await screen.findByRole('button', { name: 'Accept Ana Brook’s request' })).toBeTruthy();
});

it('reads requests only where one is listed', async () => {
  const listing = mock('GET /api/notifications', () => [buildNotification({ kind: 'message', actor })]);
  const { requests } = await renderRemote(remote, { path: '/notifications', handlers: [listing] });
  await screen.findByText('Ana Brook has written to you');
  expect(requests).not.toContain('GET /api/connections/pending');
});

it('links circle events to the circle, and a post to the posts', async () => {
  const circle = { id: 'tea', name: 'Tea' };
  const unnamed: readonly string[] = ['circleAccepted', 'circleOwner'];
  const kinds = ['circleAccepted', 'circleOwner', 'circleMention', 'circleNotice'] as const;
  await renderRemote(remote, {
    path: '/notifications',
    handlers: [
      mock('GET /api/notifications', () =>
        kinds.map((kind) =>
          buildNotification({ id: kind, kind, actor: unnamed.includes(kind) ? null : actor, circle }),
        ),
      ),
    ],
  });
  const places = {
    'You’re in Tea: your request was accepted': '/groups/tea',
    'Tea is yours now': '/groups/tea',
    'Ana Brook mentioned you in Tea': '/groups/tea#notices',
    'Ana Brook posted in Tea': '/groups/tea#notices',
  };
  for (const [said, place] of Object.entries(places)) {
    const link = (await screen.findByText(said)).closest('a');
    expect([said, link?.getAttribute('href')]).toEqual([said, place]);
  }
});

it('loads newer notifications on request, also into an empty list (D50)', async () => {
  let items: Notification[] = [];
  const { user } = await renderRemote(remote, {
    path: '/notifications',
    handlers: [mock('GET /api/notifications', () => items)],
  });
  await screen.findByText('All quiet here');
  items = [buildNotification({ kind: 'circleRequest', circle: { id: 'tea', name: 'Tea' } })];
  const refresh = screen.getByRole('button', { name: 'Check for new notifications' });
  await user.click(refresh);
  expect(await screen.findByText(/would like an invitation to Tea$/)).toBeTruthy();
  expect(document.activeElement).toBe(refresh);
});

it('marks all as read', async () => {
  const { user } = await renderRemote(remote, { path: '/notifications' });
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Unread: / })).toBeNull());
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  expect((document.activeElement as HTMLElement).tagName).toBe('A');
});

it('keeps the unread state when marking fails', async () => {
  const { user } = await renderRemote(remote, { path: '/notifications', scenario: 'refusing' });
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  expect(await screen.findByText('We couldn’t mark it as read')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: /^Unread: / }).length).toBeGreaterThan(0);
});

it('renders its states in Spanish', async () => {
  await renderRemote(remote, { path: '/notifications', scenario: 'empty', language: 'es' });
  expect(await screen.findByText('Todo tranquilo por aquí')).toBeTruthy();
  cleanup();
  await renderRemote(remote, { path: '/notifications', scenario: 'failing', language: 'es' });
  expect(await screen.findByText('No se pudieron cargar tus notificaciones')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Intentar de nuevo' })).toBeTruthy();
});
