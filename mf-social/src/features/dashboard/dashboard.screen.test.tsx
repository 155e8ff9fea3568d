import type { Friend, PendingConnection } from '@frens/contract';
import {
  buildConnection,
  buildFriend,
  buildHome,
  buildPendingConnection,
  buildPublicUser,
} from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { session } from '@frens/platform';
import { renderRemote } from '@frens/platform/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { undoTime } from '../../members/use-delayed-sends.ts';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(() => {
  localStorage.clear();
  cleanup();
  vi.useRealTimers();
});

const friend = buildFriend({ id: 'c1', friend: buildPublicUser({ id: 'ana', name: 'Ana' }) });
const incoming = buildPendingConnection({
  id: 'r1',
  user: buildPublicUser({ id: 'ben', name: 'Ben' }),
  note: 'We met at the repair café.',
});
const outgoing = buildPendingConnection({
  id: 'r2',
  direction: 'outgoing',
  user: buildPublicUser({ id: 'chris', name: 'Chris' }),
});

/** A mock server that keeps friends and requests, and records the calls that change them. */
function connectionsOnServer({ friends = [] as Friend[], pending = [] as PendingConnection[] }) {
  const lists = { friends, pending };
  const calls: string[] = [];
  const take = (id: string) => {
    const request = lists.pending.find((one) => one.id === id);
    if (!request) throw new MockFailure(404, 'not_found');
    lists.pending = lists.pending.filter((one) => one.id !== id);
    return request;
  };
  return {
    calls,
    handlers: [
      mock('GET /api/connections', () => lists.friends),
      mock('GET /api/connections/pending', () => lists.pending),
      mock('POST /api/connections/:id/accept', ({ params }) => {
        calls.push(`accept ${params.id}`);
        const { id, user } = take(params.id);
        lists.friends = [buildFriend({ id, friend: user }), ...lists.friends];
        return buildConnection({ id, friendId: user.id, status: 'accepted', direction: 'incoming' });
      }),
      mock('POST /api/connections/:id/decline', ({ params }) => {
        calls.push(`decline ${params.id}`);
        const { id, user } = take(params.id);
        return buildConnection({ id, friendId: user.id, status: 'declined', direction: 'incoming' });
      }),
      mock('DELETE /api/connections/:id', ({ params }) => {
        calls.push(`delete ${params.id}`);
        lists.pending = lists.pending.filter((one) => one.id !== params.id);
        lists.friends = lists.friends.filter((one) => one.id !== params.id);
      }),
    ],
  };
}

/** Requests on opening the page. After an action, only data changed by the server alone refetches. */
const listsRead = ['GET /api/home', 'GET /api/connections', 'GET /api/connections/pending'];

/** Sends undoable decisions at once, as when the tab is hidden. */
const sendNow = () => act(() => void dispatchEvent(new Event('pagehide')));

const section = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the overview', () => {
  it('greets by name, shows the counters, and makes three requests beside session and unread count', async () => {
    const figures = { connections: 60, hasMoreConnections: true, matchesMade: 1, matchRequests: 2 };
    const { requests } = await renderRemote(remote, {
      path: '/dashboard',
      handlers: [mock('GET /api/home', () => buildHome({ figures }))],
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back, Robin Vale!' })).toBeTruthy();
    const stats = await section('Your stats');
    expect(stats.getByText('Connections').parentElement?.textContent).toBe('60+Connections');
    expect(stats.getByText('Matches Made').parentElement?.textContent).toBe('1Matches Made');
    expect(stats.getByText('Match Requests').parentElement?.textContent).toBe('2Match Requests');
    expect(stats.getByRole('link', { name: 'Edit Profile' }).getAttribute('href')).toBe('/profile');
    expect(screen.getByRole('link', { name: 'Browse Singles' }).getAttribute('href')).toBe('/browse');
    await screen.findByRole('region', { name: 'Your Matchmaking History' });
    expect(requests.toSorted()).toEqual([
      'GET /api/home',
      'GET /api/matches/candidates',
      'GET /api/matches/matchmaker',
    ]);
  });

  it('keeps links inside /v2', async () => {
    await renderRemote(remote, { path: '/v2/dashboard', scenario: 'empty' });
    await screen.findByRole('link', { name: 'Find Friends' });
    await screen.findByRole('heading', { name: 'Three steps to get started' });
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/vibe-quiz',
      '/v2/profile?first',
      '/groups',
      '/v2/browse?sort=for-you',
      '/v2/browse?sort=for-you',
      '/v2/profile',
      '/v2/browse?sort=for-you',
      '/v2/browse',
      '/v2/browse?sort=for-you',
    ]);
  });
});

describe('the tabs', () => {
  it('open by keyboard and update the URL', async () => {
    const { user, location } = await renderRemote(remote, { path: '/dashboard', scenario: 'empty' });
    const first = await screen.findByRole('tab', { name: 'Matchmaker' });
    expect(first.getAttribute('aria-selected')).toBe('true');
    act(() => first.focus());
    await user.keyboard('{ArrowRight}');
    expect(location()).toBe('/dashboard?tab=matches');
    expect(await screen.findByRole('heading', { name: 'Your Match Requests' })).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'No match requests yet' })).toBeTruthy();
    await user.keyboard('{ArrowLeft}');
    expect(location()).toBe('/dashboard');
  });

  it('link a member without friends to the member list', async () => {
    await renderRemote(remote, { path: '/dashboard', scenario: 'empty' });
    const make = await section('Make Matches for Friends');
    expect(await make.findByRole('heading', { name: 'No friends yet' })).toBeTruthy();
    expect(make.getByRole('link', { name: 'Find Friends' }).getAttribute('href')).toBe(
      '/browse?sort=for-you',
    );
    expect(make.queryByText('Example')).toBeNull();
  });

  it('speak Spanish without matching anybody as a couple', async () => {
    await renderRemote(remote, { path: '/dashboard', language: 'es' });
    expect(await screen.findByRole('link', { name: 'Explorar frens' })).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Te toca a ti' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Presenta a tus amistades' })).toBeTruthy();
  });
});

describe('requests', () => {
  it('are listed with their notes, incoming ones first', async () => {
    const { handlers } = connectionsOnServer({ pending: [outgoing, incoming] });
    const { container } = await renderRemote(remote, { path: '/dashboard?tab=connections', handlers });
    const requests = await section('Connection Requests');
    expect(requests.getAllByRole('list').map((list) => list.textContent)).toEqual([
      expect.stringContaining('Ben'),
      expect.stringContaining('Chris'),
    ]);
    expect(requests.getByText('We met at the repair café.')).toBeTruthy();
    const { violations } = await axe.run(container);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });

  it('become friends when accepted', async () => {
    const { handlers, calls } = connectionsOnServer({ pending: [incoming] });
    const { user, requests: sent } = await renderRemote(remote, {
      path: '/dashboard?tab=connections',
      handlers,
    });
    await user.click(await screen.findByRole('button', { name: 'Accept Ben’s request' }));
    sendNow();
    expect(await (await section('Your Friends')).findByText('Ben')).toBeTruthy();
    const requests = await section('Connection Requests');
    await requests.findByText(/You’re friends now/);
    expect(document.activeElement).toBe(requests.getByRole('status'));
    expect(sent.toSorted()).toEqual([...listsRead, 'POST /api/connections/r1/accept'].toSorted());
    expect(calls).toEqual(['accept r1']);
  });

  it('disappear when declined', async () => {
    const { handlers, calls } = connectionsOnServer({ pending: [incoming] });
    const { user, requests } = await renderRemote(remote, { path: '/dashboard?tab=connections', handlers });
    await user.click(await screen.findByRole('button', { name: 'Decline Ben’s request' }));
    sendNow();
    expect(await screen.findByText('Declined. We don’t tell anyone.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
    expect(requests.toSorted()).toEqual([...listsRead, 'POST /api/connections/r1/decline'].toSorted());
    expect(calls).toEqual(['decline r1']);
  });

  it('can be withdrawn by their sender', async () => {
    const { handlers, calls } = connectionsOnServer({ pending: [outgoing] });
    const { user, requests } = await renderRemote(remote, { path: '/dashboard?tab=connections', handlers });
    await user.click(await screen.findByRole('button', { name: 'Withdraw your request to Chris' }));
    sendNow();
    expect(await screen.findByText('Withdrawn')).toBeTruthy();
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(requests.toSorted()).toEqual([...listsRead, 'DELETE /api/connections/r2'].toSorted());
    expect(calls).toEqual(['delete r2']);
  });

  it('explain a conflict and leave the list', async () => {
    const { handlers } = connectionsOnServer({ pending: [incoming] });
    const { user, server } = await renderRemote(remote, { path: '/dashboard?tab=connections', handlers });
    const accept = await screen.findByRole('button', { name: 'Accept Ben’s request' });
    server.use(
      ...connectionsOnServer({}).handlers,
      mock('POST /api/connections/:id/accept', () => {
        throw new MockFailure(404, 'not_found');
      }),
    );
    await user.click(accept);
    sendNow();
    const toast = within(await screen.findByRole('alert'));
    expect(toast.getByText('We couldn’t accept the request')).toBeTruthy();
    expect(toast.getByText('We couldn’t find this.')).toBeTruthy();
    expect(await screen.findByText('No open requests.')).toBeTruthy();
  });
});

describe('removing a friend', () => {
  /** Opens the list with fake timers, and presses Remove. */
  async function startRemoval(handlers: ReturnType<typeof connectionsOnServer>['handlers']) {
    const view = await renderRemote(remote, { path: '/dashboard?tab=connections', handlers });
    fireEvent.click(await screen.findByRole('button', { name: 'More options for Ana' }));
    const remove = await screen.findByRole('menuitem', { name: 'Remove from friends' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(remove);
    return view;
  }

  it('is not sent while it can be undone', async () => {
    const { handlers, calls } = connectionsOnServer({ friends: [friend] });
    await startRemoval(handlers);
    expect(screen.getByText('Removing Ana from your friends.')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(undoTime - 1));
    const undo = screen.getByRole('button', { name: 'Undo: keep Ana as a friend' });
    expect(document.activeElement).toBe(undo);
    fireEvent.click(undo);
    act(() => void vi.advanceTimersByTime(undoTime * 2));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More options for Ana' }));
    expect(calls).toEqual([]);
  });

  it('is sent after five seconds and can no longer be undone', async () => {
    const { handlers, calls } = connectionsOnServer({ friends: [friend] });
    await startRemoval(handlers);
    expect(undoTime).toBe(5_000);
    act(() => void vi.advanceTimersByTime(undoTime));
    vi.useRealTimers();
    expect(screen.queryByRole('button', { name: 'Undo: keep Ana as a friend' })).toBeNull();
    expect(await screen.findByRole('heading', { name: 'No friends yet' })).toBeTruthy();
    expect(calls).toEqual(['delete c1']);
  });

  it('is sent at once when the member leaves the page', async () => {
    const { handlers, calls } = connectionsOnServer({ friends: [friend] });
    const { unmount } = await startRemoval(handlers);
    vi.useRealTimers();
    unmount();
    await waitFor(() => expect(calls).toEqual(['delete c1']));
  });

  it.each([
    ['closes the tab', () => dispatchEvent(new Event('pagehide'))],
    ['loads the page again', () => dispatchEvent(new Event('beforeunload'))],
    [
      'goes to another one',
      () => {
        const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
        document.dispatchEvent(new Event('visibilitychange'));
        visibility.mockRestore();
      },
    ],
  ])('is sent at once when the member %s, and not again later', async (_name, leave) => {
    const { handlers, calls } = connectionsOnServer({ friends: [friend] });
    await startRemoval(handlers);
    const fetched = vi.spyOn(globalThis, 'fetch');
    act(leave);
    await vi.waitFor(() => expect(calls).toEqual(['delete c1']));
    expect(fetched).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ keepalive: true }));
    fetched.mockRestore();
    act(() => void vi.advanceTimersByTime(undoTime));
    vi.useRealTimers();
    expect(await screen.findByRole('heading', { name: 'No friends yet' })).toBeTruthy();
    expect(calls).toEqual(['delete c1']);
  });

  it('is sent before the member signs out', async () => {
    const { handlers, calls } = connectionsOnServer({ friends: [friend] });
    const { requests } = await startRemoval(handlers);
    vi.useRealTimers();
    await act(() => session.signOut());
    expect(calls).toEqual(['delete c1']);
    expect(requests.indexOf('DELETE /api/connections/c1')).toBeLessThan(requests.indexOf('POST /api/logout'));
  });

  it('brings the friend back when it fails', async () => {
    const { handlers } = connectionsOnServer({ friends: [friend] });
    const { server } = await startRemoval(handlers);
    server.use(
      mock('DELETE /api/connections/:id', () => {
        throw new MockFailure(503, 'unavailable');
      }),
    );
    act(() => void vi.advanceTimersByTime(undoTime));
    vi.useRealTimers();
    expect(await screen.findByText('We couldn’t remove this friend')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'More options for Ana' })).toBeTruthy();
  });
});

it('explains a failure to load connections and retries on request', async () => {
  const { user, server } = await renderRemote(remote, {
    path: '/dashboard?tab=connections',
    scenario: 'failing',
    handlers: [
      mock('GET /api/connections', () => {
        throw new MockFailure(500, 'internal');
      }),
    ],
  });
  const title = await screen.findByRole('heading', { name: 'We couldn’t load your connections' });
  const problem = within(title.closest<HTMLElement>('[role=alert]') ?? title);
  expect(problem.getByText('Something went wrong on our side. Please try again.')).toBeTruthy();
  server.use(...connectionsOnServer({ friends: [friend] }).handlers);
  await user.click(problem.getByRole('button', { name: 'Try again' }));
  expect(await (await section('Your Friends')).findByText('Ana')).toBeTruthy();
});
