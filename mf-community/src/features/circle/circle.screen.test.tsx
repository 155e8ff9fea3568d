import type { CircleMember, CirclePage } from '@frens/contract';
import { buildCircleMember, buildCirclePage, buildPublicUser, drawingOf } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const path = '/groups/c1';
const kayakers = buildCirclePage({
  id: 'c1',
  name: 'Lantern Kayakers',
  description: 'First line.\nQuiet water.',
  memberCount: 2,
});
const ana = buildCircleMember({ user: buildPublicUser({ id: 'ana', username: 'ana', name: 'Ana Ruiz' }) });
const maya = buildCircleMember({ role: 'owner' });

const ownerAlone: CirclePage = {
  ...kayakers,
  membership: 'owner',
  memberCount: 1,
  wayIn: { kind: 'none' },
};

/** A mock server with a circle and its members. */
function circleOnServer(first: CirclePage, members: CircleMember[] = [ana, maya]) {
  const server = { circle: first, members };
  return {
    server,
    handlers: [
      mock('GET /api/circles/:id', ({ params }) => {
        if (params.id !== server.circle.id) throw new MockFailure(404, 'not_found');
        return server.circle;
      }),
      mock('GET /api/circles/:id/members', () => server.members),
      mock('POST /api/circles/:id/join', () => {
        const { owner: _owner, showsMembers: _shows, ...circle } = server.circle;
        const memberCount = circle.memberCount + 1;
        const joined = { ...circle, membership: 'member', wayIn: { kind: 'none' }, memberCount } as const;
        Object.assign(server.circle, joined, { showsMembers: true });
        return joined;
      }),
    ],
  };
}

const heading = (name = 'Lantern Kayakers') => screen.findByRole('heading', { level: 1, name });

describe('what a page shows', () => {
  it('shows purpose, owner and members', async () => {
    const { handlers } = circleOnServer({ ...kayakers });
    const { container } = await renderRemote(remote, { path, handlers });
    await heading();
    expect(container.querySelector('[data-title]')?.getAttribute('data-title')).toBe('Lantern Kayakers');
    expect(screen.getByText(/^First line\./).textContent).toBe('First line.\nQuiet water.');
    expect(screen.getByText('2 members')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Owner: Maya Okafor' }).getAttribute('href')).toBe(
      '/frens/maya.okafor',
    );
    const members = within(await screen.findByRole('list', { name: 'Members' }));
    expect(members.getByRole('link', { name: 'Ana Ruiz' }).getAttribute('href')).toBe('/frens/ana');
    expect(members.getByText('Owner')).toBeTruthy();
    expect(screen.queryByText(/you can’t see/)).toBeNull();
    const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
    expect(violations).toEqual([]);
  });

  it('loads many members by page', async () => {
    const many = Array.from({ length: 30 }, (_, n) =>
      buildCircleMember({ user: buildPublicUser({ id: `m${n}`, username: `m${n}`, name: `Member ${n}` }) }),
    );
    const { handlers } = circleOnServer({ ...kayakers }, many);
    const { user } = await renderRemote(remote, { path, handlers });
    await screen.findByRole('link', { name: 'Member 11' });
    expect(screen.queryByRole('link', { name: 'Member 12' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show 12 more' }));
    await screen.findByRole('link', { name: 'Member 23' });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Member 12' })));
    expect(screen.queryByRole('link', { name: 'Member 24' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(document.activeElement).toBe(await screen.findByRole('link', { name: 'Member 24' }));
  });

  it('does not request hidden members, and explains why', async () => {
    const closed = {
      ...kayakers,
      circleType: 'invite',
      wayIn: { kind: 'none' },
      showsMembers: false,
    } as const;
    const { handlers } = circleOnServer(closed);
    const { requests } = await renderRemote(remote, { path, handlers });
    expect(await screen.findByText('Only members can see who is in this circle.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull();
    expect(requests).toEqual(['GET /api/circles/c1']);
  });

  it('sends a visitor to sign in, and back', async () => {
    const seen = {
      ...kayakers,
      ownerId: null,
      owner: null,
      showsMembers: false,
      wayIn: { kind: 'none' },
    } as const;
    const { handlers } = circleOnServer(seen);
    await renderRemote(remote, { path, handlers, user: null });
    await heading();
    for (const name of [/^Sign In to Join/, 'Sign in to see who is in it'])
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/auth?next=%2Fgroups%2Fc1');
  });

  it('counts hidden members', async () => {
    const { handlers } = circleOnServer({ ...kayakers, memberCount: 5 });
    await renderRemote(remote, { path, handlers });
    expect(await screen.findByText('And 3 more you can’t see.')).toBeTruthy();
  });

  it('suggests inviting to the owner of a circle without other members', async () => {
    const { handlers } = circleOnServer(ownerAlone, [maya]);
    const { user } = await renderRemote(remote, { path, handlers });
    const begun = within(
      await screen.findByRole('region', { name: 'Who would you like in Lantern Kayakers?' }),
    );
    await user.click(begun.getByRole('button', { name: 'Invite' }));
    expect(await screen.findByRole('dialog', { name: 'Invite to Lantern Kayakers' })).toBeTruthy();
  });

  it('says that no member is visible', async () => {
    const { handlers } = circleOnServer({ ...kayakers, owner: null }, []);
    await renderRemote(remote, { path, handlers });
    expect(await screen.findByText('Nobody you can see is in this circle.')).toBeTruthy();
  });

  it('shows a missing page for an unknown circle', async () => {
    const { handlers } = circleOnServer({ ...kayakers });
    await renderRemote(remote, { path: '/groups/other', handlers });
    await heading('There’s no circle here');
    expect(screen.getByRole('link', { name: 'See all circles' }).getAttribute('href')).toBe('/groups');
  });

  it('explains a failure and retries on request', async () => {
    const { user, server } = await renderRemote(remote, { path, scenario: 'failing' });
    await heading('We couldn’t load this circle');
    server.use(...circleOnServer({ ...kayakers }).handlers);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await heading()).toBeTruthy();
  });

  it('renders the rest when members fail to load', async () => {
    const { handlers } = circleOnServer({ ...kayakers });
    const failing = mock('GET /api/circles/:id/members', () => {
      throw new MockFailure(503, 'unavailable');
    });
    const { user, server } = await renderRemote(remote, { path, handlers: [failing, ...handlers] });
    expect(await screen.findByText('We couldn’t load the members.')).toBeTruthy();
    server.use(...handlers);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Ana Ruiz' })).toBeTruthy();
  });

  it('renders in Spanish, and stays inside /v2', async () => {
    const { handlers } = circleOnServer({ ...kayakers });
    await renderRemote(remote, { path: '/v2/groups/c1', handlers, language: 'es' });
    await heading();
    expect(screen.getByRole('heading', { name: 'Miembros' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Coordina Maya Okafor' })).toBeTruthy();
  });
});

describe('joining from the page', () => {
  it('joins, and shows the members', async () => {
    const { handlers, server } = circleOnServer({ ...kayakers });
    const { user } = await renderRemote(remote, { path, handlers });
    server.members = [buildCircleMember({ user: buildPublicUser({ id: 'me', name: 'Robin Vale' }) }), ana];
    await user.click(await screen.findByRole('button', { name: /^Join/ }));
    expect(await screen.findByText('Joined Circle!')).toBeTruthy();
    expect(screen.getByText('3 members')).toBeTruthy();
    expect(screen.getByText('Joined')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Robin Vale' })).toBeTruthy();
  });

  it('states the current and missing stake, and links the gate’s Panda', async () => {
    const gatePanda = { id: 'p1', name: 'Bold Fern', imageUrl: drawingOf('p1') };
    const wayIn = { kind: 'stake', pandaId: 'p1', required: '25.00', current: '2.50' } as const;
    const gate = { circleType: 'stake_gated', gatePandaId: 'p1', gateMinAmount: '25.00' } as const;
    const { handlers } = circleOnServer({ ...kayakers, ...gate, gatePanda, wayIn });
    await renderRemote(remote, { path, handlers });
    expect(await screen.findByText('You’ve staked 2.50 of the 25.00 BAMBOO needed.')).toBeTruthy();
    expect(screen.getByText(/^For frens with at least .* staked on Bold Fern\.$/)).toBeTruthy();
    const toPanda = screen.getByRole('link', { name: /^Go to this circle’s Panda/ });
    expect(toPanda.getAttribute('href')).toBe('/panda/p1?back&for=c1');
    expect(screen.getByRole('link', { name: 'Bold Fern' }).getAttribute('href')).toBe('/panda/p1');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull());
  });
});
