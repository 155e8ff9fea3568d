import type { ListedConversation } from '@frens/contract';
import {
  buildFriend,
  buildFriendMessage,
  buildListedConversation,
  buildPublicUser,
  fixtureId,
  nothingBetween,
} from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { queryClient } from '@frens/platform';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { conversationsKey } from '../../messages/conversations.queries.ts';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const withFriend = (name: string, more: Partial<ListedConversation>) =>
  buildListedConversation({
    id: fixtureId(`connection of ${name}`, 0),
    friend: buildPublicUser({ id: name, name, username: name.toLowerCase(), relation: 'friend' }),
    isUnread: false,
    ...more,
  });
const rows = async () =>
  within(await screen.findByRole('navigation', { name: 'Conversations' })).findAllByRole('link');

it('lists conversations with their last message, unread first, and opens one beside the list (D72)', async () => {
  const conversations = [
    withFriend('Ana', { lastMessage: buildFriendMessage({ text: 'See you there.', isMine: true }) }),
    withFriend('Maya', { lastMessage: buildFriendMessage({ text: 'Tea at five?' }), isUnread: true }),
    withFriend('Ben', { lastMessage: null }),
    withFriend('Zoe', { lastMessage: buildFriendMessage({ text: '🐼'.repeat(2000) }) }),
  ];
  const maya = conversations[1];
  const { user, container, location } = await renderRemote(remote, {
    path: '/messages',
    handlers: [
      mock('GET /api/conversations', () => conversations),
      mock('GET /api/users/:id', ({ params }) => {
        if (params.id !== '@maya' || !maya) throw new MockFailure(404, 'not_found');
        const conversation = { id: maya.id, state: 'open' as const, canAnswer: true };
        return {
          ...maya.friend,
          connection: null,
          conversation,
          waiting: nothingBetween,
          canIntroduce: true,
        };
      }),
      mock('GET /api/connections/:id/messages', () => [buildFriendMessage({ text: 'Tea at five?' })]),
    ],
  });
  expect((await rows()).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^MayaTea at five\?.*Unread$/),
    expect.stringMatching(/^AnaYou: See you there\./),
    expect.stringMatching(/^BenMessage deleted/),
    expect.stringMatching(/^Zoe(?:🐼){240}…/),
  ]);
  // On phones, the list fills the screen.
  expect(screen.queryByRole('region', { name: 'You and Ana' })).toBeNull();
  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);

  const [first] = await rows();
  if (first) await user.click(first);
  expect(location()).toBe('/messages/maya');
  const log = within(await screen.findByRole('region', { name: 'You and Maya' }));
  expect(await log.findByText('Tea at five?')).toBeTruthy();
  expect((await rows())[0]?.getAttribute('aria-current')).toBe('page');
  expect((await rows())[0]?.textContent).not.toContain('Unread');
  expect(document.querySelector('h1')?.closest<HTMLElement>('[data-title]')?.dataset.title).toBe(
    'You and Maya',
  );
  expect(screen.getByRole('link', { name: 'All messages' }).getAttribute('href')).toBe('/messages');
  expect(screen.getByRole('link', { name: 'View the profile of Maya' }).getAttribute('href')).toBe(
    '/frens/maya',
  );
});

it('opens the newest on wide screens, and keeps it when another becomes the newest', async () => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('min-width'), media: query }),
  );
  let names = ['Ana', 'Maya'];
  const { location } = await renderRemote(remote, {
    path: '/messages',
    handlers: [
      mock('GET /api/conversations', () =>
        names.map((name) => withFriend(name, { isUnread: name === 'Maya' })),
      ),
      mock('GET /api/users/:id', ({ params: { id } }) => {
        const { friend, ...one } = withFriend(id === '@ana' ? 'Ana' : 'Maya', {});
        const conversation = { id: one.id, state: 'open' as const, canAnswer: true };
        return { ...friend, connection: null, conversation, waiting: nothingBetween, canIntroduce: true };
      }),
    ],
  });
  expect(await screen.findByRole('region', { name: 'You and Ana' })).toBeTruthy();
  expect(location()).toBe('/messages');
  const current = async () =>
    (await rows()).map((row) => `${row.textContent?.slice(0, 3)} ${row.getAttribute('aria-current')}`);
  expect(await current()).toEqual(['May null', 'Ana page']);
  names = ['Maya', 'Ana'];
  await queryClient.refetchQueries({ queryKey: conversationsKey });
  expect(await current()).toEqual(['May null', 'Ana page']);
  expect(screen.getByRole('region', { name: 'You and Ana' })).toBeTruthy();
});

it('links to friends when there is no conversation, and explains an unknown one', async () => {
  await renderRemote(remote, {
    path: '/v2/messages',
    scenario: 'empty',
    handlers: [mock('GET /api/connections', () => [buildFriend()])],
  });
  const friends = await screen.findByRole('link', { name: 'Your friends' });
  expect(friends.getAttribute('href')).toBe('/v2/dashboard?tab=connections#friends');
  cleanup();
  // A member without friends gets a link to the member list.
  await renderRemote(remote, { path: '/v2/messages', scenario: 'empty' });
  const people = await screen.findByRole('link', { name: 'Meet people like you' });
  expect(people.getAttribute('href')).toBe('/v2/browse?sort=for-you');
  cleanup();
  await renderRemote(remote, { path: '/messages/nobody', language: 'es' });
  expect(await screen.findByRole('heading', { name: 'Aquí no hay con quién escribirse' })).toBeTruthy();
});

it('explains a failure to load conversations, and retries on request', async () => {
  let fails = true;
  const { user } = await renderRemote(remote, {
    path: '/messages',
    handlers: [
      mock('GET /api/conversations', () => {
        if (fails) throw new MockFailure(503, 'unavailable');
        return [withFriend('Ana', {})];
      }),
    ],
  });
  expect(await screen.findByText('We couldn’t load your conversations')).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(1);
});
