import type { FriendMessage, PublicUser } from '@frens/contract';
import { buildFriend, buildFriendMessage, buildPublicUser, fixtureId } from '@frens/contract/fixtures';
import { handlersFor, MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const path = '/frens/maya.okafor';
const maya = buildPublicUser({ id: 'maya', name: 'Maya', relation: 'friend', canConnect: false });
const friends = [buildFriend({ id: 'c1', friendId: 'maya', friend: maya })];
const message = (n: number, more: Partial<FriendMessage> = {}) =>
  buildFriendMessage({
    id: fixtureId('message', n),
    text: `Words ${n}`,
    createdAt: new Date(Date.UTC(2026, 10, 1, 10, n)).toISOString(),
    ...more,
  });

type Options = Partial<Parameters<typeof renderRemote>[1]>;
type Answers = NonNullable<NonNullable<Parameters<typeof handlersFor>[1]>['answers']>;

/** Maya's page, with these messages, newest first. */
function open(
  messages: FriendMessage[],
  { more, handlers = [], ...options }: Options & { more?: Answers } = {},
) {
  const answers = { friends, pending: [], users: [], messages: new Map([['c1', messages]]), ...more };
  const known = handlersFor('typical', { answers });
  return renderRemote(remote, { path, handlers: [...handlers, ...known], ...options });
}
const log = () => screen.findByRole('log', { name: 'Messages between you and Maya' });
const words = async () =>
  within(await log())
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent);
const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write to Maya' });
const sendButton = () => screen.getByRole('button', { name: 'Send' });

describe('saying hello on a friend’s page (D67)', () => {
  it('shows messages as plain text, by day, newest last', async () => {
    await open([
      message(2, { text: 'See <b>https://x.example</b>\nand more', isMine: true }),
      message(1, { createdAt: '2026-10-30T10:00:00.000Z' }),
    ]);
    expect(await screen.findByRole('heading', { level: 2, name: 'You and Maya' })).toBeTruthy();
    expect(await words()).toEqual(['Words 1', 'See <b>https://x.example</b>\nand more']);
    expect(within(await log()).queryByRole('link')).toBeNull();
    expect(
      within(await log())
        .getAllByRole('region')
        .map((day) => day.getAttribute('aria-label')),
    ).toHaveLength(2);
  });

  it('sends by button and Ctrl+Enter; Enter alone starts a new line', async () => {
    const { user, requests } = await open([]);
    expect(await screen.findByRole('heading', { name: 'Say hello to Maya' })).toBeTruthy();
    expect(sendButton()).toHaveProperty('disabled', true);
    await user.type(await field(), 'Hello{Enter}Maya{Control>}{Enter}{/Control}');
    expect(await words()).toEqual(['Hello\nMaya']);
    await waitFor(async () => expect((await field()).value).toBe(''));
    expect(screen.getByText('Sent.')).toBeTruthy();
    await user.type(await field(), 'Tea?');
    await user.dblClick(sendButton());
    await waitFor(async () => expect(await words()).toEqual(['Hello\nMaya', 'Tea?']));
    await user.type(await field(), 'Or cake?');
    await user.click(sendButton());
    await waitFor(async () => expect(await words()).toHaveLength(3));
    await waitFor(async () => expect(document.activeElement).toBe(await field()));
    expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(3);
  });

  it('keeps the draft after a failure and a reload, and sends it once', async () => {
    const keys: (string | null)[] = [];
    let isDown = true;
    const sending = mock('POST /api/connections/:id/messages', ({ body, request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      if (isDown) throw new MockFailure(503, 'unavailable');
      return message(9, { text: body.text, isMine: true });
    });
    const { user } = await open([], { handlers: [sending] });
    await user.type(await field(), 'Do not lose me');
    await user.click(sendButton());
    expect(await screen.findByText('We couldn’t send your message')).toBeTruthy();
    expect((await field()).value).toBe('Do not lose me');
    cleanup();
    const again = await open([], { handlers: [sending] });
    expect((await field()).value).toBe('Do not lose me');
    await again.user.click(sendButton());
    await waitFor(() => expect(keys).toHaveLength(2));
    isDown = false;
    await again.user.click(sendButton());
    await waitFor(async () => expect((await field()).value).toBe(''));
    expect(keys).toHaveLength(3);
    expect(keys[2]).toBe(keys[1]);
    cleanup();
    await open([]);
    expect((await field()).value).toBe('');
  });

  it('counts near the limit and explains excess length', async () => {
    const { user } = await open([]);
    const box = await field();
    await user.click(box);
    await user.paste('🌱'.repeat(899));
    expect(screen.queryByText(/characters left/)).toBeNull();
    await user.paste('🌱');
    expect(screen.getByText('100 characters left')).toBeTruthy();
    await user.paste('x'.repeat(101));
    expect(screen.getByText('1 character too many')).toBeTruthy();
    await user.click(sendButton());
    await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(box);
  });

  it('loads earlier messages above, and moves the focus after the last page', async () => {
    const { user } = await open(Array.from({ length: 70 }, (_, index) => message(70 - index)));
    expect(await words()).toHaveLength(30);
    const earlier = () => screen.queryByRole('button', { name: 'Earlier messages' });
    await user.click(earlier() as HTMLElement);
    await waitFor(async () => expect(await words()).toHaveLength(60));
    expect((await words())[0]).toBe('Words 11');
    await user.click(earlier() as HTMLElement);
    await waitFor(() => expect(earlier()).toBeNull());
    expect((await words())[0]).toBe('Words 1');
    const list = await log();
    await waitFor(() => expect(document.activeElement).toBe(list));
  });

  it('fetches new messages only on request', async () => {
    const messages = [message(1)];
    const reading = mock('GET /api/connections/:id/messages', () => messages);
    const { user, requests } = await open([], { handlers: [reading] });
    expect(await words()).toEqual(['Words 1']);
    const look = screen.getByRole('button', { name: 'Check for new messages' });
    await user.click(look);
    expect(await screen.findByText('No new messages.')).toBeTruthy();
    messages.unshift(message(2));
    await user.click(look);
    expect(await screen.findByText('1 new message.')).toBeTruthy();
    expect(await words()).toEqual(['Words 1', 'Words 2']);
    expect(requests.filter((request) => request.includes('/messages'))).toHaveLength(3);
  });

  it('deletes the member’s own message for both after confirming, and hides a reported one', async () => {
    const { user } = await open([message(2, { isMine: true, text: 'Mine' }), message(1, { text: 'Theirs' })]);
    await user.click(within(await log()).getByRole('button', { name: /^Delete your message/ }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(async () => expect(await words()).toEqual(['Theirs']));
    const heading = screen.getByRole('heading', { name: 'You and Maya' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await user.click(within(await log()).getByRole('button', { name: /^Report the message/ }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Report the message/ }));
    await user.selectOptions(dialog.getByRole('combobox'), 'harassment');
    await user.click(dialog.getByRole('button', { name: 'Send report' }));
    await user.click(await dialog.findByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText('Theirs')).toBeNull());
  });

  it('explains a closed conversation in place of the input', async () => {
    const state = (of: 'closed' | 'ended') => ({
      conversations: new Map([['maya', { id: 'c1', state: of }]]),
    });
    await open([message(1)], { more: state('closed') });
    expect(await screen.findByText(/^Maya isn’t taking messages right now\./)).toBeTruthy();
    expect(await words()).toEqual(['Words 1']);
    expect(screen.queryByRole('textbox')).toBeNull();
    cleanup();
    const former: PublicUser[] = [{ ...maya, relation: 'none', canConnect: true }];
    await open([message(1)], { more: { ...state('ended'), friends: [], users: former } });
    expect(await screen.findByText(/^You and Maya aren’t friends at the moment/)).toBeTruthy();
    expect(await words()).toEqual(['Words 1']);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('learns from a refusal that the friend accepts no messages any more', async () => {
    const conversations = new Map<string, { id: string; state: 'closed' }>();
    const { user } = await open([], { more: { conversations } });
    await user.type(await field(), 'Hello');
    conversations.set('maya', { id: 'c1', state: 'closed' });
    await user.click(sendButton());
    expect(await screen.findByText('This fren isn’t taking messages right now.')).toBeTruthy();
    expect(await screen.findByText(/^Maya isn’t taking messages right now\./)).toBeTruthy();
  });

  it('focuses the input from a link, explains a failure, and retries', async () => {
    let isDown = true;
    const reading = mock('GET /api/connections/:id/messages', () => {
      if (isDown) throw new MockFailure(503, 'unavailable');
      return [];
    });
    const { user } = await open([], { handlers: [reading] });
    expect(await screen.findByText('We couldn’t load your messages.')).toBeTruthy();
    expect(await field()).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: /^Say hello to/ })).toBeTruthy();
    cleanup();
    await open([], { path: `/v2${path}#hello` });
    const box = await field();
    await waitFor(() => expect(document.activeElement).toBe(box));
  });

  it('renders in Spanish, without accessibility violations', async () => {
    const { container } = await open([message(2, { isMine: true }), message(1)], { language: 'es' });
    expect(await screen.findByRole('heading', { name: 'Maya y tú' })).toBeTruthy();
    expect(await screen.findByText('Words 2')).toBeTruthy();
    const { violations } = await axe.run(container);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});
