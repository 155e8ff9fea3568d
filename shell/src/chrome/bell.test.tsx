import type { Notification } from '@frens/contract';
import { countByPlace } from '@frens/contract/choices';
import { buildNotification, buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { Notifications } from '@frens/members/notifications';
import { i18n, Link, queryClient, queryKeys, useAction } from '@frens/platform';
import { sessionQuery, useToasts } from '@frens/platform/internal';
import { startTestTexts, TestProviders } from '@frens/platform/testing';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { Bell, BellPanel } from './bell.tsx';
import type { ChromeLinks } from './chrome-links.ts';

const server = setupServer();
let told: Notification[] = [];
let asked: string[] = [];
const unread = () => {
  const ofThem = told.filter(({ isRead }) => !isRead);
  return countByPlace(ofThem.slice(0, 100));
};

beforeAll(async () => {
  await Promise.all([startTestTexts(), BellPanel.preload()]);
  server.listen({ onUnhandledRequest: 'error' });
});
beforeEach(async () => {
  queryClient.clear();
  useToasts.getState().clear();
  asked = [];
  told = [
    buildNotification({ id: 'n1', createdAt: '2026-11-20T10:00:00.000Z' }),
    buildNotification({
      id: 'n2',
      kind: 'security',
      actor: null,
      event: 'newBrowser',
      createdAt: '2026-11-19T10:00:00.000Z',
    }),
  ];
  server.use(
    mock('GET /api/notifications/unread', () => {
      asked.push('number');
      return unread();
    }),
    mock('GET /api/notifications', () => told),
    mock('POST /api/notifications/read', ({ body }) => {
      asked.push(JSON.stringify(body));
      told = told.map((one) =>
        one.id === body.id || one.createdAt <= (body.upTo ?? '') ? { ...one, isRead: true } : one,
      );
      return unread();
    }),
  );
  await i18n.changeLanguage('en');
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
});
afterAll(() => server.close());

function Acts() {
  const change = useAction({ send: async () => undefined });
  const end = useAction({
    send: async () => undefined,
    onSuccess: () => void queryClient.setQueryData(queryKeys.session, null),
  });
  return (
    <>
      <button type="button" onClick={() => change.run()}>
        Change
      </button>
      <button type="button" onClick={() => end.run()}>
        End
      </button>
    </>
  );
}

function show({
  user = buildUser(),
  label = 'Notifications',
  other = null,
  messages = null,
}: {
  user?: object | null;
  label?: string;
  other?: ReactNode;
  messages?: ChromeLinks['messages'];
} = {}) {
  queryClient.setQueryData(queryKeys.session, user);
  const view = render(
    <TestProviders path="/groups">
      <Bell links={{ bell: { path: '/notifications', label }, messages }} />
      {other}
      <Link to="/browse">Elsewhere</Link>
      <Acts />
    </TestProviders>,
  );
  return { ...view, user: userEvent.setup() };
}

const bell = (name: RegExp | string) => screen.findByRole('button', { name });

it('takes the number of the first page from the session', async () => {
  server.use(mock('GET /api/user', () => ({ ...buildUser(), unread: unread() })));
  await queryClient.fetchQuery(sessionQuery);
  // The page of all notifications asks no more.
  const { user } = show({ user: buildUser(), other: <Notifications /> });
  await bell('Notifications, 2 unread');
  expect(await screen.findAllByRole('link', { name: /^Unread: / })).toHaveLength(2);
  expect(asked).toEqual([]);
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await waitFor(() => expect(asked).toEqual(['number']));
});

it('says the number in words, in both languages, and ends at 99', async () => {
  show();
  expect(await bell('Notifications, 2 unread')).toBeTruthy();
  cleanup();
  told = [];
  queryClient.clear();
  show();
  expect(await bell('Notifications, none unread')).toBeTruthy();
  cleanup();
  told = Array.from({ length: 120 }, (_, index) => buildNotification({ id: `n${index}` }));
  queryClient.clear();
  await i18n.changeLanguage('es');
  show({ label: 'Notificaciones' });
  expect(await bell('Notificaciones, más de 99 sin leer')).toBeTruthy();
  expect(screen.getByText('99+')).toBeTruthy();
});

it('counts a message at the way to the messages, and not at the bell', async () => {
  told = [buildNotification({ id: 'n3', kind: 'message' }), ...told];
  show({ messages: { path: '/messages', label: 'Messages' } });
  expect(await bell('Notifications, 2 unread')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Messages, 1 unread' });
  expect(link.getAttribute('href')).toBe('/messages');
});

it('is not there for visitors, and asks nothing', () => {
  show({ user: null });
  expect(screen.queryByRole('button', { name: /Notifications/ })).toBeNull();
  expect(asked).toEqual([]);
});

it('asks for the number with every page view and after every change, and not in between', async () => {
  const { user } = show();
  await bell('Notifications, 2 unread');
  expect(asked).toEqual(['number']);
  told = told.slice(0, 1);
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await bell('Notifications, 1 unread');
  expect(asked).toEqual(['number', 'number']);
  told = [];
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await bell('Notifications, none unread');
  expect(asked).toHaveLength(3);
});

it('asks once after a change, though a phone and a wide window have a bell of their own', async () => {
  const { user } = show({
    other: <Bell links={{ bell: { path: '/notifications', label: 'Notifications' }, messages: null }} />,
  });
  expect(await screen.findAllByRole('button', { name: 'Notifications, 2 unread' })).toHaveLength(2);
  expect(asked).toEqual(['number']);
  told = [];
  await user.click(screen.getByRole('button', { name: 'Change' }));
  expect(await screen.findAllByRole('button', { name: 'Notifications, none unread' })).toHaveLength(2);
  expect(asked).toEqual(['number', 'number']);
});

it('asks no more once what was done has ended the session', async () => {
  const { user } = show();
  await bell('Notifications, 2 unread');
  await user.click(screen.getByRole('button', { name: 'End' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull());
  expect(asked).toEqual(['number']);
});

it('opens the newest by keyboard; one leads to its place and is read by that', async () => {
  const { user, baseElement } = show();
  (await bell('Notifications, 2 unread')).focus();
  await user.keyboard('{Enter}');
  const panel = await screen.findByRole('dialog', { name: 'Notifications' });
  const [first] = await screen.findAllByRole('link', { name: /^Unread: / });
  expect(first?.textContent).toContain('would like to connect with you');
  const { violations } = await axe.run(baseElement, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(await bell('Notifications, 2 unread'));
  expect(panel.isConnected).toBe(false);
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('link', { name: /new browser/ }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await bell('Notifications, 1 unread')).toBeTruthy();
  expect(asked).toContain('{"id":"n2"}');
});

it('reads the number anew with the list that it opens', async () => {
  const { user } = show();
  const button = await bell('Notifications, 2 unread');
  told = [buildNotification({ id: 'n3', createdAt: '2026-11-21T10:00:00.000Z' }), ...told];
  await user.click(button);
  expect(await screen.findAllByRole('link', { name: /^Unread: / })).toHaveLength(3);
  expect(await bell('Notifications, 3 unread')).toBeTruthy();
});

it('marks all as read, up to what was seen, and keeps the focus', async () => {
  const { user } = show();
  await user.click(await bell('Notifications, 2 unread'));
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  expect(await bell('Notifications, none unread')).toBeTruthy();
  expect(asked).toContain('{"upTo":"2026-11-20T10:00:00.000Z"}');
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Notifications'));
});

it('says that nothing came, and reads again on request; what is empty is said warmly', async () => {
  server.use(
    mock('GET /api/notifications', () => {
      throw new MockFailure(503, 'unavailable');
    }),
  );
  const { user } = show();
  await user.click(await bell(/^Notifications/));
  expect(await screen.findByText('We couldn’t load your notifications')).toBeTruthy();
  server.use(mock('GET /api/notifications', () => []));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('All quiet here')).toBeTruthy();
});
