import type { Home } from '@frens/contract';
import {
  buildCircle,
  buildCirclePost,
  buildConnection,
  buildHome,
  buildListedConversation,
  buildListedUser,
  buildPanda,
  buildPendingConnection,
  buildPublicUser,
  buildReceivedMatch,
  buildUser,
} from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { undoTime } from '../../members/use-delayed-sends.ts';
import { remote } from '../../remote.tsx';
import { CircleEmblem } from './components/further-panels.ts';

beforeAll(() =>
  Promise.all(
    [...remote.routes.map(({ Component }) => Component), CircleEmblem].map(async (one) => one.preload?.()),
  ),
);
afterEach(() => {
  localStorage.clear();
  cleanup();
  vi.useRealTimers();
});

const part = async (name: string) => within(await screen.findByRole('region', { name }));
const named = (name: string) =>
  buildPublicUser({ id: name.toLowerCase(), username: name.toLowerCase(), name });
const likely = (name: string, reasons: Home['people'][number]['reasons']) =>
  buildListedUser({ ...named(name), reasons });
const few = <Item,>(...items: Item[]) => ({ items, total: items.length });

const inviter = { username: 'ana', name: 'Ana', profileImage: '', pandaId: null, pandaImage: null };
const ben = buildPendingConnection({ id: 'r1', user: named('Ben'), note: 'We met at the café.' });
const olu = buildReceivedMatch({ id: 'm1', other: named('Olu'), matchmaker: named('Maya') });
const invited = buildCircle({ id: 'c1', name: 'Night bakers', wayIn: { kind: 'invited', inviter } });
const conversation = buildListedConversation({ id: 'f1', friend: named('Kai') });

/** Sends undoable decisions at once, as when the tab is hidden. */
const sendNow = () => act(() => void dispatchEvent(new Event('pagehide')));

/** Opens the dashboard with a home; the mock server keeps the answers. */
function open(
  home: Parameters<typeof buildHome>[0],
  options: Partial<Parameters<typeof renderRemote>[1]> = {},
) {
  const { handlers = [], ...rest } = options;
  return renderRemote(remote, {
    path: '/dashboard',
    ...rest,
    handlers: [...handlers, mock('GET /api/home', () => buildHome(home))],
  });
}

describe('waiting items', () => {
  const waiting = {
    requests: few(ben),
    introductions: few(olu),
    invitations: few(invited),
    conversations: few(conversation),
  };

  it('come first and take their answer in the row, which stays in place with the outcome', async () => {
    const calls: string[] = [];
    const { user, container, requests } = await open(
      { waiting },
      {
        handlers: [
          mock('POST /api/connections/:id/decline', ({ params }) => {
            calls.push(`decline ${params.id}`);
            return {
              id: params.id,
              friendId: 'ben',
              status: 'declined',
              direction: 'incoming',
              createdAt: ben.createdAt,
            };
          }),
          mock('POST /api/matches/:id/accept', () => ({ ...olu, myAnswer: 'accepted' as const })),
          mock('POST /api/circles/:id/join', () => ({
            ...invited,
            membership: 'member' as const,
            wayIn: { kind: 'none' as const },
          })),
        ],
      },
    );
    const card = await part('Waiting for you');
    expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('Waiting for you');
    expect(card.getByText('4 to answer')).toBeTruthy();
    expect(card.getByText('We met at the café.')).toBeTruthy();
    expect(card.getByRole('link', { name: 'Reply to Kai' }).getAttribute('href')).toBe('/messages/kai');
    const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);

    await user.click(card.getByRole('button', { name: 'Show 1 more' }));
    expect(document.activeElement?.textContent).toBe('Ana');
    const rows = () =>
      card.getAllByRole('listitem').map((row) => within(row).getAllByRole('link')[0]?.textContent);
    expect(rows()).toEqual(['Olu', 'Ben', 'Kai', 'Ana']);
    await user.click(card.getByRole('button', { name: 'Decline Ben’s request' }));
    expect(document.activeElement).toBe(card.getByRole('button', { name: 'Undo your answer to Ben' }));
    await user.click(card.getByRole('button', { name: 'Yes, I’d like to meet Olu' }));
    await user.click(card.getByRole('button', { name: 'Join Night bakers' }));
    expect(card.getByText('1 to answer')).toBeTruthy();
    expect(calls).toEqual([]);
    sendNow();
    await waitFor(() => expect(card.queryByRole('button', { name: /^Undo/ })).toBeNull());
    expect(calls).toEqual(['decline r1']);
    for (const words of ['Your yes is safe with us', 'Declined. We don’t tell anyone.', 'You’re in'])
      expect(card.getByText(words)).toBeTruthy();
    expect(rows()).toEqual(['Olu', 'Ben', 'Kai', 'Ana']);
    expect(card.getByText('1 to answer')).toBeTruthy();
    expect(requests.filter((one) => one === 'GET /api/home')).toHaveLength(1);
  });

  it('count the same in every tab, with a link to the items in the open tab', async () => {
    const handlers = [mock('GET /api/matches', () => [olu])];
    await open({ waiting }, { path: '/dashboard?tab=matches', handlers });
    const card = await part('Waiting for you');
    expect(card.getByText('4 to answer')).toBeTruthy();
    expect(card.queryByText('Olu')).toBeNull();
    expect(card.getByRole('link', { name: 'See all introductions' }).getAttribute('href')).toBe(
      '/dashboard?tab=matches#introductions',
    );
  });

  it('keep their rows in place, and delay an answer for five seconds with undo', async () => {
    const calls: string[] = [];
    const kai = buildPendingConnection({ id: 'r2', user: named('Kai') });
    await open(
      { waiting: { requests: few(ben, kai) } },
      {
        handlers: [
          mock('POST /api/connections/:id/accept', ({ params }) => {
            calls.push(params.id);
            return buildConnection({ id: params.id, status: 'accepted', direction: 'incoming' });
          }),
        ],
      },
    );
    const card = await part('Waiting for you');
    const accept = (name: string) => card.getByRole('button', { name: `Accept ${name}’s request` });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(accept('Ben'));
    expect(card.getByRole('status').textContent).toBe('Ben: You said yes');
    act(() => void vi.advanceTimersByTime(undoTime - 1));
    fireEvent.click(card.getByRole('button', { name: 'Undo your answer to Ben' }));
    act(() => void vi.advanceTimersByTime(undoTime));
    expect(document.activeElement).toBe(accept('Ben'));
    expect(calls).toEqual([]);
    fireEvent.click(accept('Ben'));
    act(() => void vi.advanceTimersByTime(undoTime));
    vi.useRealTimers();
    const hello = await card.findByRole('link', { name: 'Say hello to Ben' });
    expect(hello.getAttribute('href')).toBe('/frens/ben#hello');
    expect(card.getByRole('status').textContent).toBe('Ben: You’re friends now');
    expect(document.activeElement).toBe(card.getByRole('status'));
    expect(calls).toEqual(['r1']);
    fireEvent.click(accept('Kai'));
    expect(card.getByText('All answered. Nicely done.')).toBeTruthy();
    expect(card.getAllByRole('listitem')).toHaveLength(2);
  });

  it('render nothing when empty, and explain a failed answer', async () => {
    await open({});
    await screen.findByRole('region', { name: 'Your stats' });
    expect(screen.queryByRole('region', { name: 'Waiting for you' })).toBeNull();
    cleanup();
    const { user } = await open(
      { waiting: { requests: few(ben) } },
      {
        handlers: [
          mock('POST /api/connections/:id/accept', () => {
            throw new MockFailure(503, 'unavailable');
          }),
        ],
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Accept Ben’s request' }));
    sendNow();
    expect(await screen.findByText('We couldn’t accept the request')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Accept Ben’s request' })).toBeTruthy();
  });
});

describe('news, people and a circle', () => {
  it('links each news item to its source', async () => {
    const at = '2026-11-20T10:00:00.000Z';
    await open({
      news: [
        {
          kind: 'post',
          id: 'n1',
          circle: { id: 'c2', name: 'Tea' },
          post: buildCirclePost({ author: named('Kai'), text: 'Kettle on.' }),
          at,
        },
        { kind: 'friend', id: 'f2', friend: named('Ana'), hasMessages: false, at },
        { kind: 'friend', id: 'f3', friend: named('Olu'), hasMessages: true, at },
        { kind: 'backer', id: 'b1', backer: named('Ben'), at },
      ],
    });
    const news = await part('Among your frens and circles');
    expect(news.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Kai in Tea', '/groups/c2#notices'],
      ['You and Ana are friends now', '/frens/ana#hello'],
      ['You and Olu are friends now', '/frens/olu#hello'],
      ['Ben backs your Panda', '/frens/ben'],
    ]);
    expect(news.getByText('Kettle on.')).toBeTruthy();
    expect(news.getAllByText(/Say hello$/)).toHaveLength(1);
    // Relative time, with the exact time on hover.
    expect(news.getAllByRole('time')[0]?.title).toMatch(/^Nov 20, 2026.*/);
  });

  it('attributes circle posts of strangers to the circle', async () => {
    const post = buildCirclePost({ author: named('Kai'), text: 'Kettle on.' });
    await open({
      news: [{ kind: 'post', id: 'n1', circle: { id: 'c2', name: 'Tea' }, post, at: post.createdAt }],
    });
    expect((await part('In your circles')).getByText('Kettle on.')).toBeTruthy();
  });

  it('suggests three people, each with the strongest reason and a connect button', async () => {
    const people = [
      likely('Ana', [{ kind: 'trait', trait: 'warmth' }, { kind: 'age' }]),
      likely('Ben', [{ kind: 'friends', count: 2, name: 'Maya' }]),
      likely('Kai', [{ kind: 'interest', name: 'bees' }]),
      likely('Olu', [{ kind: 'new' }]),
    ];
    const { user } = await open(
      { people },
      { handlers: [mock('POST /api/connections', () => buildConnection({ friendId: 'ana' }))] },
    );
    const likelyPart = await part('People you might like');
    expect(likelyPart.getAllByRole('listitem')).toHaveLength(3);
    for (const words of [
      'Your Pandas both lead with Warmth',
      'Maya and one other friend know you both',
      'You both like bees',
    ])
      expect(likelyPart.getByText(words)).toBeTruthy();
    expect(likelyPart.queryByText('You’re about the same age')).toBeNull();
    await user.click(likelyPart.getByRole('button', { name: 'Connect with Ana' }));
    expect(await likelyPart.findByText('Request sent')).toBeTruthy();
  });

  it('adds a second reason, preferably the vibe, when all first reasons are of one kind', async () => {
    const known = { kind: 'friends', count: 1, name: 'Maya' } as const;
    const people = [
      likely('Ana', [known, { kind: 'interest', name: 'bees' }, { kind: 'trait', trait: 'warmth' }]),
      likely('Ben', [known, { kind: 'interest', name: 'tea' }]),
      likely('Kai', [known]),
    ];
    await open({ people });
    const likelyPart = await part('People you might like');
    const reasons = likelyPart.getAllByText(/^(Maya knows|You both|Your Pandas)/);
    expect(reasons.map(({ textContent }) => textContent)).toEqual([
      'Maya knows you both',
      'Your Pandas both lead with Warmth',
      'Maya knows you both',
      'You both like tea',
      'Maya knows you both',
    ]);
  });

  it('ranks people shown ten times without a reaction last, from local storage alone', async () => {
    const people = ['Ana', 'Ben', 'Kai', 'Olu'].map((name) => likely(name, []));
    const shown = async () => {
      await open({ people });
      const names = (await part('People you might like'))
        .getAllByRole('listitem')
        .map((row) => within(row).getByRole('link').textContent);
      cleanup();
      return names;
    };
    localStorage.setItem('home-people', JSON.stringify({ ana: [9, Date.now()], ben: [3, 'then'] }));
    expect(await shown()).toEqual(['Ana', 'Ben', 'Kai']);
    expect(await shown()).toEqual(['Ben', 'Kai', 'Olu']);
    localStorage.setItem('home-people', 'broken');
    expect(await shown()).toEqual(['Ana', 'Ben', 'Kai']);
  });

  it('suggests a circle with the reason, joins and opens it; group seekers see groups first (D71)', async () => {
    const circle = buildCircle({ id: 'c9', name: 'Tea Time', wayIn: { kind: 'join' } });
    const { user, location } = await open(
      {
        circles: [{ circle, reason: { kind: 'interest', name: 'tea' } }],
        firstSteps: {
          steps: { profile: true, circle: false, fren: false },
          onlyCircle: null,
          grants: [],
        },
        people: [likely('Ana', [])],
      },
      {
        user: buildUser({ connectionType: 'group_activities' }),
        handlers: [
          mock('POST /api/circles/:id/join', () => ({
            ...circle,
            membership: 'member' as const,
            wayIn: { kind: 'none' as const },
          })),
        ],
      },
    );
    const card = await part('A circle for you');
    expect(card.getByText('Because you like tea')).toBeTruthy();
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(titles.indexOf('A circle for you')).toBeLessThan(titles.indexOf('People you might like'));
    await user.click(card.getByRole('button', { name: 'Join Tea Time' }));
    // The circle's page shows the next step; the home shows the done step when it next opens.
    await waitFor(() => expect(location()).toBe('/groups/c9'));
    expect(screen.getByText('Joined Circle!')).toBeTruthy();
  });
});

it('links only members looking for service partners to the service projects (D71)', async () => {
  await open({}, { user: buildUser({ connectionType: 'service_partners' }) });
  const link = await screen.findByRole('link', { name: 'See the projects we’re preparing' });
  expect(link.getAttribute('href')).toBe('/service');
  cleanup();
  await open({}, { user: buildUser({ connectionType: 'new_frens' }) });
  await part('Your stats');
  expect(screen.queryByRole('link', { name: 'See the projects we’re preparing' })).toBeNull();
});

it('links the member’s own Panda and BAMBOO', async () => {
  await open({
    panda: buildPanda({ id: 'p1', name: 'Bold Forest' }),
    wallet: { balance: '12.00', staked: '0.00' },
  });
  const own = await part('Your Panda');
  expect(own.getByText('Bold Forest')).toBeTruthy();
  expect(own.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/panda',
    '/panda/p1',
    '/bamboo',
  ]);
});

it('explains a failure, retries on request, and leaves the tabs alone', async () => {
  const { user, server } = await renderRemote(remote, {
    path: '/dashboard',
    handlers: [
      mock('GET /api/home', () => {
        throw new MockFailure(503, 'unavailable');
      }),
    ],
  });
  const title = await screen.findByRole('heading', { name: 'We couldn’t load what’s new' });
  expect(await screen.findByRole('region', { name: 'Make Matches for Friends' })).toBeTruthy();
  server.use(mock('GET /api/home', () => buildHome({ waiting: { requests: few(ben) } })));
  const problem = within(title.closest<HTMLElement>('[role=alert]') ?? title);
  await user.click(problem.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Waiting for you' })).toBeTruthy();
});
