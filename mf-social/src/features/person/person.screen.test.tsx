import type { InCommon, Person } from '@frens/contract';
import {
  buildCircle,
  buildConnection,
  buildMadeMatch,
  buildPublicUser,
  buildReceivedMatch,
  buildUser,
  nothingBetween,
} from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { undoTime } from '../../members/use-delayed-sends.ts';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const path = '/frens/maya.okafor';
const at = '2026-11-02T10:00:00.000Z';
const tie = { id: 'c1', note: '', at };
const maya: Person = {
  ...buildPublicUser({ id: 'maya' }),
  connection: null,
  conversation: null,
  waiting: nothingBetween,
  canIntroduce: true,
};
const friend: Person = { ...maya, relation: 'friend', canConnect: false, connection: tie };
const nothing: InCommon = { circles: [], friends: [], hasMoreFriends: false, reasons: [] };

/** A mock server that keeps a person, and records the calls that change the relation. */
function personOnServer(first: Person | null, common = nothing) {
  const server = { person: first };
  const calls: string[] = [];
  const become = (change: Partial<Person>) => {
    if (server.person) server.person = { ...server.person, ...change };
  };
  return {
    server,
    calls,
    handlers: [
      mock('GET /api/users/:id', ({ params }) => {
        if (!server.person || params.id.toLowerCase() !== '@maya.okafor')
          throw new MockFailure(404, 'not_found');
        return server.person;
      }),
      mock('GET /api/users/:id/common', () => common),
      mock('POST /api/connections', ({ body }) => {
        calls.push(`ask ${body.note ?? '-'}`);
        become({ relation: 'outgoing', canConnect: false, connection: { ...tie, note: body.note ?? '' } });
        return buildConnection({ id: 'c1', friendId: 'maya', createdAt: at });
      }),
      mock('POST /api/connections/:id/accept', ({ params }) => {
        calls.push(`accept ${params.id}`);
        become({ relation: 'friend', canConnect: false, connection: tie, bio: 'For friends.' });
        return buildConnection({ id: 'c1', friendId: 'maya', status: 'accepted', direction: 'incoming' });
      }),
      mock('POST /api/connections/:id/decline', ({ params }) => {
        calls.push(`decline ${params.id}`);
        become({ relation: 'none', canConnect: true, connection: null });
        return buildConnection({ id: 'c1', friendId: 'maya', status: 'declined', direction: 'incoming' });
      }),
      mock('DELETE /api/connections/:id', ({ params }) => {
        calls.push(`delete ${params.id}`);
        become({ relation: 'none', canConnect: true, connection: null });
      }),
    ],
  };
}

const open = (person: Person | null, common?: InCommon) => {
  const known = personOnServer(person, common);
  return renderRemote(remote, { path, handlers: known.handlers }).then((page) => ({ ...page, ...known }));
};
const name = () => screen.findByRole('heading', { level: 1, name: /^Maya Okafor/ });

describe('waiting items on a person’s page', () => {
  const introduction = buildReceivedMatch({
    other: maya,
    matchmaker: buildPublicUser({ id: 'ana', username: 'ana', name: 'Ana' }),
    message: 'You both sing.',
  });

  it('answer an introduction in place, with undo (D25)', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { server, handlers } = personOnServer({
      ...maya,
      waiting: { ...nothingBetween, introductions: [introduction] },
    });
    const accept = mock('POST /api/matches/:id/accept', () => {
      const match = { ...introduction, myAnswer: 'accepted' as const };
      if (server.person) server.person.waiting = { ...nothingBetween, introductions: [match] };
      return match;
    });
    const { requests, container } = await renderRemote(remote, { path, handlers: [...handlers, accept] });
    await name();
    expect(screen.getByText(/^Ana thinks you two should meet/)).toBeTruthy();
    const panel = within(screen.getByRole('region', { name: 'Between you and Maya Okafor' }));
    expect(panel.getByRole('link', { name: 'Ana' }).getAttribute('href')).toBe('/frens/ana');
    expect(panel.getByText('Thinks you and Maya Okafor should meet')).toBeTruthy();
    expect(panel.getByText('You both sing.')).toBeTruthy();
    expect((await axe.run(container)).violations).toEqual([]);

    const yes = () => panel.getByRole('button', { name: 'Yes, I’d like to meet Maya Okafor' });
    fireEvent.click(yes());
    fireEvent.click(panel.getByRole('button', { name: 'Undo your answer to Maya Okafor' }));
    fireEvent.click(yes());
    await act(() => vi.advanceTimersByTimeAsync(undoTime));
    expect(requests.filter((call) => call.startsWith('POST /api/matches'))).toHaveLength(1);
    expect(panel.getByText('Your yes is safe with us')).toBeTruthy();
    expect(panel.getByRole('button', { name: /^Changed my mind/ })).toBeTruthy();
    // Only one place asks for the answer.
    await waitFor(() => expect(screen.queryByText(/^Ana thinks you two should meet/)).toBeNull());
  });

  it('show the earlier answer, and withdraw the member’s own introduction', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const olu = buildPublicUser({ id: 'olu', username: 'olu', name: 'Olu' });
    const made = [
      buildMadeMatch({ id: 'made', user1: maya, user1Id: 'maya', user2: olu, user2Id: 'olu' }),
      buildMadeMatch({ id: 'gone', user1: maya, user1Id: 'maya', user2: null }),
    ];
    const introductions = [{ ...introduction, myAnswer: 'accepted' as const }];
    const { handlers } = personOnServer({ ...maya, waiting: { ...nothingBetween, introductions, made } });
    const withdrawn: string[] = [];
    const withdraw = mock('DELETE /api/matches/:id', ({ params }) => {
      withdrawn.push(params.id);
    });
    await renderRemote(remote, { path, handlers: [...handlers, withdraw] });
    await name();
    const panel = within(screen.getByRole('region', { name: 'Between you and Maya Okafor' }));
    expect(panel.getByText(/^You said yes\. We’ll keep it secret/)).toBeTruthy();
    expect(panel.getAllByRole('listitem')).toHaveLength(2);
    fireEvent.click(panel.getByRole('button', { name: /^Withdraw/ }));
    await act(() => vi.advanceTimersByTimeAsync(undoTime));
    expect(withdrawn).toEqual(['made']);
    expect(panel.getByText('Withdrawn')).toBeTruthy();
  });

  it('render nothing when empty', async () => {
    await open(maya);
    await name();
    expect(screen.queryByRole('region', { name: /^Between you/ })).toBeNull();
  });
});

describe('what a page shows', () => {
  it('shows all visible fields, including a long bio', async () => {
    const bio = `First line.\n\n${'I bake when I cannot sleep. '.repeat(30)}`.trim();
    await open({ ...maya, bio });
    expect((await name()).textContent).toBe('Maya Okafor, 29');
    expect(screen.getByText('@maya.okafor')).toBeTruthy();
    expect(screen.getByText('Nurse')).toBeTruthy();
    expect(screen.getByText('Bristol')).toBeTruthy();
    expect(screen.getByText(/^First line\./).textContent).toBe(bio);
    expect(within(screen.getByRole('list', { name: 'Interests' })).getAllByRole('listitem')).toHaveLength(3);
    const panda = within(screen.getByRole('complementary', { name: 'Maya Okafor’s Panda' }));
    expect((await panda.findByRole('link', { name: 'Open its page' })).getAttribute('href')).toMatch(
      /^\/panda\//,
    );
  });

  it('names shared interests, friends and circles, and links the friends', async () => {
    const ana = buildPublicUser({ id: 'ana', username: 'ana', name: 'Ana', relation: 'friend' });
    const circles = [buildCircle({ id: 'c7', name: 'Lantern makers', memberCount: 12 })];
    const reasons: InCommon['reasons'] = [
      { kind: 'friends', count: 1, name: 'Ana' },
      { kind: 'interest', name: 'Téa' },
      { kind: 'trait', trait: 'warmth' },
      { kind: 'age' },
    ];
    await open(
      { ...maya, interests: ['choir', 'Téa'] },
      { circles, friends: [ana], hasMoreFriends: true, reasons },
    );
    expect(await screen.findByText('Your Pandas both lead with Warmth')).toBeTruthy();
    expect(screen.queryByText('You both like Téa')).toBeNull();
    const told = screen.getAllByText(/^(Ana knows you both|Your Pandas .*|You’re about the same age)$/);
    expect(told.map(({ textContent }) => textContent)).toEqual([
      'Your Pandas both lead with Warmth',
      'You’re about the same age',
    ]);
    const interests = await screen.findByRole('list', { name: 'Interests in common' });
    expect(interests.textContent).toBe('Téa');
    const friends = within(await screen.findByRole('list', { name: 'Friends in common' }));
    expect(friends.getByRole('link', { name: 'Ana' }).getAttribute('href')).toBe('/frens/ana');
    expect(screen.getByText('And more.')).toBeTruthy();
    const shared = within(screen.getByRole('list', { name: 'Circles in common' }));
    expect(shared.getByRole('link', { name: 'Lantern makers' }).getAttribute('href')).toBe('/groups/c7');
    expect(shared.getByText('12 members')).toBeTruthy();
  });

  it('explains a profile with only a name, and fetches no hidden data', async () => {
    const hidden = { age: null, gender: null, bio: '', occupation: '', interests: [], location: null };
    const { requests } = await open({ ...friend, ...hidden, online: null, pandaId: null });
    expect((await name()).textContent).toBe('Maya Okafor');
    expect(screen.getByText(/^Maya Okafor keeps their profile private\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'More options for Maya Okafor' })).toBeTruthy();
    expect(requests).toEqual(['GET /api/users/%40maya.okafor']);
  });

  it('renders the same page for hidden and unknown members', async () => {
    await open(null);
    expect(await screen.findByRole('heading', { level: 1, name: 'There’s nobody here' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Find frens' }).getAttribute('href')).toBe('/browse');
  });

  it('explains a failure and retries on request', async () => {
    const { user, server } = await renderRemote(remote, { path, scenario: 'failing' });
    expect(await screen.findByRole('heading', { name: 'We couldn’t load this page' })).toBeTruthy();
    server.use(...personOnServer(maya).handlers);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await name()).toBeTruthy();
  });

  it('renders the rest when shared data fails, and retries', async () => {
    const { handlers } = personOnServer(maya);
    const failing = mock('GET /api/users/:id/common', () => {
      throw new MockFailure(503, 'unavailable');
    });
    const { user, server } = await renderRemote(remote, { path, handlers: [failing, ...handlers] });
    expect(await screen.findByText('We couldn’t load what you share.')).toBeTruthy();
    server.use(...handlers);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No interests, friends or circles in common yet.')).toBeTruthy();
  });

  it('links members on their own page to the edit form', async () => {
    await renderRemote(remote, { path: '/v2/frens/demo', user: buildUser() });
    expect(await screen.findByRole('heading', { level: 1, name: 'Robin Vale, 33' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit Profile' }).getAttribute('href')).toBe('/v2/profile');
    expect(screen.queryByRole('button', { name: /Connect/ })).toBeNull();
    expect(screen.queryByText('What you share')).toBeNull();
  });

  it('renders in Spanish, without accessibility violations', async () => {
    const { handlers } = personOnServer(friend);
    const { container } = await renderRemote(remote, { path, handlers, language: 'es' });
    await name();
    expect(screen.getByRole('heading', { name: 'Quién es' })).toBeTruthy();
    expect(await screen.findByText('Aún no hay intereses, amistades ni círculos en común.')).toBeTruthy();
    const { violations } = await axe.run(container);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});

describe('the connection button', () => {
  it('sends a request, keeps the focus in place, and withdraws it', async () => {
    const { user, calls } = await open(maya);
    await name();
    screen.getByRole('button', { name: 'Connect with Maya Okafor' }).focus();
    await user.keyboard('{Enter}');
    const words = await screen.findByText(/^You sent a request on/);
    expect(document.activeElement).toBe(words);
    await user.click(screen.getByRole('button', { name: 'Withdraw your request to Maya Okafor' }));
    expect(await screen.findByRole('button', { name: 'Connect with Maya Okafor' })).toBeTruthy();
    expect(calls).toEqual(['ask -', 'delete c1']);
  });

  it('sends a note, and keeps the draft when the dialog closes', async () => {
    const { user, calls, requests } = await open(maya);
    await name();
    const add = screen.getByRole('button', { name: 'Add a note for Maya Okafor' });
    await user.click(add);
    await user.type(await screen.findByLabelText('Your note'), 'We met');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(add);
    const note = await screen.findByLabelText<HTMLTextAreaElement>('Your note');
    expect(note.value).toBe('We met');
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Connection Requested')).toBeTruthy();
    expect((await screen.findByText('We met')).closest('blockquote')).not.toBeNull();
    expect(calls).toEqual(['ask We met']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // The page takes the new state from the answer, without a request.
    expect(requests.slice(requests.indexOf('POST /api/connections'))).toEqual(['POST /api/connections']);
  });

  it('rejects an excessive note before sending', async () => {
    const { user, calls } = await open(maya);
    await name();
    await user.click(screen.getByRole('button', { name: 'Add a note for Maya Okafor' }));
    fireEvent.change(await screen.findByLabelText('Your note'), { target: { value: 'x'.repeat(302) } });
    expect(screen.getByText('2 characters too many')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Your note'), { target: { value: '🌱'.repeat(301) } });
    expect(screen.getByText('1 character too many')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send request' }));
    expect((await screen.findByLabelText('Your note')).getAttribute('aria-invalid')).toBe('true');
    expect(calls).toEqual([]);
  });

  it('accepts a request beside its note, and shows fields visible to friends', async () => {
    const connection = { ...tie, note: 'You fixed my radio!' };
    const { user, calls } = await open({ ...maya, relation: 'incoming', connection });
    expect(await screen.findByText('You fixed my radio!')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Accept Maya Okafor’s request' }));
    expect(await screen.findByText(/^Friends since/)).toBeTruthy();
    expect(await screen.findByText('For friends.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'You two are friends now!' })).toBeTruthy();
    expect(calls).toEqual(['accept c1']);
  });

  it('declines a request', async () => {
    const { user, calls } = await open({ ...maya, relation: 'incoming', connection: tie });
    await user.click(await screen.findByRole('button', { name: 'Decline Maya Okafor’s request' }));
    expect(await screen.findByRole('button', { name: 'Connect with Maya Okafor' })).toBeTruthy();
    expect(calls).toEqual(['decline c1']);
  });

  it('blocks a person after explaining the consequences, and leaves their page', async () => {
    const { user, requests, location } = await renderRemote(remote, { path: '/frens/maya.okafor' });
    await name();
    await user.click(await screen.findByRole('button', { name: 'Report or block Maya Okafor' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Report or block Maya Okafor' }));
    await user.click(dialog.getByRole('radio', { name: /^Only block/ }));
    expect(dialog.getByText(/^You won’t see each other anywhere here/)).toBeTruthy();
    expect(requests.filter((one) => one.startsWith('POST'))).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Block Maya Okafor' }));
    expect(await dialog.findByRole('heading', { name: 'Maya Okafor is blocked' })).toBeTruthy();
    expect(location()).toBe('/frens/maya.okafor');
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(location()).toBe('/browse');
    await screen.findAllByRole('article');
    expect(screen.queryByRole('article', { name: /^Maya Okafor/ })).toBeNull();
  });

  it('is hidden if the person accepts no requests', async () => {
    await open({ ...maya, canConnect: false });
    expect(await screen.findByText('Maya Okafor isn’t taking requests right now.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Connect/ })).toBeNull();
  });

  it('removes a friend after the undo period (D21)', async () => {
    const { calls } = await open(friend);
    const remove = await openMenu();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(remove);
    const undo = screen.getByRole('button', { name: 'Undo: keep Maya Okafor as a friend' });
    expect(document.activeElement).toBe(undo);
    fireEvent.click(undo);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More options for Maya Okafor' }));
    act(() => void vi.advanceTimersByTime(undoTime));
    expect(calls).toEqual([]);

    fireEvent.click(await openMenu());
    act(() => void vi.advanceTimersByTime(undoTime));
    vi.useRealTimers();
    expect(await screen.findByRole('button', { name: 'Connect with Maya Okafor' })).toBeTruthy();
    expect(calls).toEqual(['delete c1']);
  });

  it('shows a missing page after a friendship with a friends-only profile ends', async () => {
    const { known } = await openFriendsOnly();
    const remove = await openMenu();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.click(remove);
    known.person = null;
    act(() => void vi.advanceTimersByTime(undoTime));
    vi.useRealTimers();
    const heading = await screen.findByRole('heading', { level: 1, name: 'There’s nobody here' });
    expect(document.activeElement).toBe(heading);
  });
});

async function openFriendsOnly() {
  const { server: known, handlers } = personOnServer(friend);
  await renderRemote(remote, { path, handlers });
  return { known };
}

/** Rare actions for a friend, in a menu. */
async function openMenu() {
  fireEvent.click(await screen.findByRole('button', { name: 'More options for Maya Okafor' }));
  return screen.findByRole('menuitem', { name: 'Remove from friends' });
}
