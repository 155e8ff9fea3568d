import { buildCircle, buildPublicUser, buildReceivedMatch, buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';
import { circlesFor, membersFor } from './home.queries.ts';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(() => {
  localStorage.clear();
  cleanup();
});

const person = (name: string, interests: string[], more: object = {}) =>
  buildPublicUser({ id: name, username: name.toLowerCase(), name, interests, ...more });
const people = [
  person('Newest', []),
  person('Bees', ['Bees']),
  person('Both', ['bees', 'téa']),
  person('Friend', ['bees', 'tea'], { relation: 'friend' }),
  person('Closed', ['bees', 'tea'], { canConnect: false }),
];
const user = buildUser({ interests: ['Bees', 'Tea'] });

describe('who and what is shown', () => {
  it('is who likes most of what the member likes, of those who may be asked', () => {
    expect(membersFor(people, user.interests).map(({ member, shared }) => [member.name, shared])).toEqual([
      ['Both', ['bees', 'téa']],
      ['Bees', ['Bees']],
      ['Newest', []],
    ]);
  });

  it('is nobody whom a friend has introduced already', () => {
    const shown = membersFor(people, user.interests, new Set(['Both']));
    expect(shown.map(({ member }) => member.name)).toEqual(['Bees', 'Newest']);
  });

  it('is circles that are open to the member, invitations first and then what they like', () => {
    const inviter = { username: 'ana', name: 'Ana', profileImage: '', pandaId: null };
    const circles = [
      buildCircle({ id: 'in', wayIn: { kind: 'none' } }),
      buildCircle({ id: 'open', wayIn: { kind: 'join' } }),
      buildCircle({ id: 'ask', wayIn: { kind: 'ask' } }),
      buildCircle({
        id: 'bées',
        name: 'Bées of the roof',
        wayIn: { kind: 'stake', pandaId: null, required: '1.00', current: '0.00' },
      }),
      buildCircle({ id: 'invited', wayIn: { kind: 'invited', inviter } }),
    ];
    expect(circlesFor(circles, ['bees']).map(({ id }) => id)).toEqual(['invited', 'bées', 'open']);
  });
});

const part = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the home', () => {
  it('shows the member’s own, and leads to people and circles they may like', async () => {
    await renderRemote(remote, {
      path: '/dashboard',
      user,
      handlers: [
        mock('GET /api/users', () => [...people, person('Introduced', ['bees', 'tea'])]),
        mock('GET /api/matches', () => [
          buildReceivedMatch({ other: person('Introduced', []), status: 'pending' }),
        ]),
        mock('GET /api/circles', () => [
          buildCircle({ id: 'c9', name: 'Tea Time', wayIn: { kind: 'join' } }),
        ]),
      ],
    });
    const own = await part('Your Panda');
    expect((await own.findByRole('link', { name: /^Your BAMBOO: / })).getAttribute('href')).toBe('/bamboo');
    expect(own.getByRole('link', { name: 'See all Pandas' }).getAttribute('href')).toBe('/panda');
    expect((await own.findByRole('link', { name: 'Open its page' })).getAttribute('href')).toBe(
      `/panda/${user.pandaId}`,
    );
    const likely = await part('People you might like');
    const links = (await likely.findAllByRole('listitem')).map((row) => within(row).getByRole('link'));
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/frens/both',
      '/frens/bees',
      '/frens/newest',
    ]);
    expect(likely.getByText('Also likes bees, téa')).toBeTruthy();
    const circle = await (await part('Circles you might like')).findByRole('link', { name: 'Tea Time' });
    expect(circle.getAttribute('href')).toBe('/groups/c9');
  });

  it('looks for people by the first interests of the member, and for circles by them, beside the newest', async () => {
    const asked: string[] = [];
    await renderRemote(remote, {
      path: '/dashboard',
      user: buildUser({ interests: ['Bees', 'Tea', 'Kites', 'Rust'] }),
      handlers: [
        mock('GET /api/users', ({ query: { interest } }) => {
          asked.push(interest ?? 'newest');
          return interest ? [person(`Likes ${interest}`, [interest]), person('Bees', ['Bees'])] : people;
        }),
        mock('GET /api/circles', ({ query: { q } }) => {
          asked.push(`circles ${q ?? 'newest'}`);
          return [buildCircle({ id: `c${q ?? ''}`, name: `Circle ${q ?? ''}`, wayIn: { kind: 'join' } })];
        }),
      ],
    });
    const likely = await part('People you might like');
    expect(await likely.findByRole('link', { name: 'Likes Bees' })).toBeTruthy();
    expect(likely.getAllByRole('link', { name: 'Bees' })).toHaveLength(1);
    const circles = await part('Circles you might like');
    expect(await circles.findByRole('link', { name: 'Circle Kites' })).toBeTruthy();
    expect(circles.queryByRole('link', { name: 'Circle' })).toBeNull();
    const wishes = ['Bees', 'Tea', 'Kites', 'newest'];
    expect(asked.toSorted()).toEqual([...wishes, ...wishes.map((wish) => `circles ${wish}`)].toSorted());
  });

  it('says so where there is nobody and nothing', async () => {
    await renderRemote(remote, { path: '/v2/dashboard', scenario: 'empty' });
    expect(await screen.findByText(/^Nobody new right now/)).toBeTruthy();
    expect(await screen.findByText(/^You’re already in every circle/)).toBeTruthy();
  });

  it('says so where the balance could not be loaded, beside the Panda, and loads it on request', async () => {
    const failing = mock('GET /api/wallet', () => {
      throw new MockFailure(503, 'unavailable');
    });
    const { user: act, server } = await renderRemote(remote, {
      path: '/dashboard',
      user,
      handlers: [failing],
    });
    const own = await part('Your Panda');
    expect(await own.findByText('Your BAMBOO could not be loaded')).toBeTruthy();
    expect(own.getByRole('link', { name: 'Open its page' })).toBeTruthy();
    server.use(mock('GET /api/wallet', () => ({ balance: '12.00', staked: '0.00' })));
    await act.click(own.getByRole('button', { name: 'Try again' }));
    const balance = await own.findByRole('link', { name: /^Your BAMBOO: 12/ });
    expect(balance.getAttribute('href')).toBe('/bamboo');
  });

  it('says what could not be loaded, and loads it on request, while the rest is there', async () => {
    const failing = mock('GET /api/circles', () => {
      throw new MockFailure(503, 'unavailable');
    });
    const { user: act, server } = await renderRemote(remote, { path: '/dashboard', handlers: [failing] });
    const circles = await part('Circles you might like');
    expect(await circles.findByText('Circles could not be loaded')).toBeTruthy();
    server.use(mock('GET /api/circles', () => [buildCircle({ name: 'Tea Time', wayIn: { kind: 'join' } })]));
    await act.click(circles.getByRole('button', { name: 'Try again' }));
    expect(await circles.findByRole('link', { name: 'Tea Time' })).toBeTruthy();
    expect((await (await part('People you might like')).findAllByRole('listitem')).length).toBeGreaterThan(0);
  });
});
