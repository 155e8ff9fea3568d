import type { Circle } from '@frens/contract';
import { buildCircle } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { forgetInvitation, readInvitation, storeInvitation } from '../../circles/invitation-storage.ts';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const soup = buildCircle({ id: 'soup', name: 'Soup Table', circleType: 'invite', wayIn: { kind: 'ask' } });
const path = '/groups?invite=abc';

/** A mock server with a circle behind an invitation link, and the recorded joins. */
function linkInto(circle: Circle | null) {
  const server = { circle, codes: [] as unknown[] };
  return {
    server,
    handlers: [
      mock('GET /api/circles', () => []),
      mock('GET /api/circles/:id', () => {
        throw new MockFailure(404, 'not_found');
      }),
      mock('GET /api/circle-invitations/:code', () => ({ circle: server.circle })),
      mock('POST /api/circles/:id/join', ({ body }) => {
        server.codes.push(body.inviteCode);
        if (!server.circle) throw new MockFailure(403, 'invite_invalid', { message: 'It works no more.' });
        return { ...server.circle, membership: 'member', wayIn: { kind: 'none' } };
      }),
    ],
  };
}

const joinable: Circle = { ...soup, wayIn: { kind: 'join' } };
const card = (name = 'Soup Table') => screen.findByRole('region', { name });

describe('an invitation link into a circle', () => {
  it('shows the circle and joins by a button, with the code', async () => {
    const { server, handlers } = linkInto(joinable);
    const { user } = await renderRemote(remote, { path, handlers });
    const invited = within(await card());
    expect(invited.getByText('You’re invited')).toBeTruthy();
    await user.click(invited.getByRole('button', { name: /^Join/ }));
    expect(await screen.findByText('Joined Circle!')).toBeTruthy();
    expect(server.codes).toEqual(['abc']);
    expect(screen.queryByRole('region', { name: 'Soup Table' })).toBeNull();
    expect(readInvitation(Date.now())).toBeNull();
  });

  it('leaves the URL at once, and survives a sign-in in another tab', async () => {
    const { handlers } = linkInto({ ...soup, wayIn: { kind: 'none' } });
    const { location } = await renderRemote(remote, { path, handlers, user: null });
    const invited = within(await card());
    expect(location()).toBe('/groups');
    expect(invited.getByText(/Log in or sign up: your invitation will be waiting right here/)).toBeTruthy();
    expect(invited.getByRole('link', { name: /^Sign In to Join/ }).getAttribute('href')).toBe(
      '/auth?next=%2Fgroups',
    );
    cleanup();
    await renderRemote(remote, { path: '/groups', handlers: linkInto(joinable).handlers });
    expect(within(await card()).getByRole('button', { name: /^Join/ })).toBeTruthy();
  });

  it('can be dismissed for now, or for good if it is dead', async () => {
    const { user } = await renderRemote(remote, { path, handlers: linkInto(joinable).handlers });
    await user.click(within(await card()).getByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('region', { name: 'Soup Table' })).toBeNull();
    cleanup();
    const over = await renderRemote(remote, { path, handlers: linkInto(null).handlers });
    const said = within(await card('This invitation no longer works'));
    await over.user.click(said.getByRole('button', { name: 'Look at all circles' }));
    expect(screen.queryByRole('region')).toBeNull();
    expect(readInvitation(Date.now())).toBeNull();
  });

  it('reports that its last use has just been taken', async () => {
    const { server, handlers } = linkInto(joinable);
    const { user } = await renderRemote(remote, { path, handlers });
    const join = within(await card()).getByRole('button', { name: /^Join/ });
    server.circle = null;
    await user.click(join);
    expect(await card('This invitation no longer works')).toBeTruthy();
    expect(screen.getByText('It works no more.')).toBeTruthy();
  });

  it('sends a member of the circle to its page', async () => {
    const { handlers } = linkInto({ ...soup, membership: 'member', wayIn: { kind: 'none' } });
    await renderRemote(remote, { path, handlers });
    const invited = within(await card());
    expect(invited.getByRole('link', { name: 'Go to the circle' }).getAttribute('href')).toBe('/groups/soup');
    expect(invited.queryByRole('button', { name: /^Join/ })).toBeNull();
  });

  it('is stored by its link alone: one used in another tab does not come back', async () => {
    const { user } = await renderRemote(remote, { path, handlers: linkInto(joinable).handlers });
    await card();
    forgetInvitation();
    await user.type(screen.getByRole('searchbox'), 'so');
    expect(readInvitation(Date.now())).toBeNull();
    cleanup();
    storeInvitation('abc', Date.now() - 20 * 60 * 60 * 1_000);
    await renderRemote(remote, { path: '/groups', handlers: linkInto(joinable).handlers });
    await card();
    expect(readInvitation(Date.now() + 5 * 60 * 60 * 1_000)).toBeNull();
  });

  it('expires after a day', async () => {
    storeInvitation('old-code', Date.now() - 25 * 60 * 60 * 1_000);
    await renderRemote(remote, { path: '/groups', handlers: linkInto(joinable).handlers });
    await screen.findByText('No circles available yet.');
    expect(screen.queryByRole('region', { name: 'Soup Table' })).toBeNull();
  });
});

describe('a friend’s invitation on a card', () => {
  const inviter = { username: 'ana', name: 'Ana Ruiz', profileImage: '', pandaId: null, pandaImage: null };
  const invited: Circle = { ...soup, wayIn: { kind: 'invited', inviter } };
  const open = (circle: Circle, onAnswer: (answer: string) => void) =>
    renderRemote(remote, {
      path: '/groups',
      handlers: [
        mock('GET /api/circles', () => [circle]),
        mock('POST /api/circles/:id/join', () => {
          onAnswer('join');
          return Object.assign(circle, { membership: 'member', wayIn: { kind: 'none' } });
        }),
        mock('POST /api/circles/:id/invitations/decline', () => {
          onAnswer('decline');
          Object.assign(circle, { wayIn: { kind: 'ask' } });
        }),
      ],
    });

  it('names the friend and can be accepted', async () => {
    const answers: string[] = [];
    const { user, location } = await open({ ...invited }, (answer) => answers.push(answer));
    expect((await screen.findByRole('link', { name: 'Ana Ruiz invites you' })).getAttribute('href')).toBe(
      '/frens/ana',
    );
    await user.click(screen.getByRole('button', { name: /^Join/ }));
    await waitFor(() => expect(location()).toBe('/groups/soup'));
    expect(answers).toEqual(['join']);
  });

  it('can be declined; the reader may still request to join', async () => {
    const answers: string[] = [];
    const { user } = await open({ ...invited }, (answer) => answers.push(answer));
    await user.click(await screen.findByRole('button', { name: /^No, thanks/ }));
    expect(await screen.findByText('Declined. We don’t tell anyone.')).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('button', { name: /^Ask to be invited/ })).toBeTruthy());
    expect(answers).toEqual(['decline']);
  });

  it('yields to the reason why nobody can join', async () => {
    const shut: Circle = { ...soup, wayIn: { kind: 'shut', reason: 'too_many_circles' } };
    await open(shut, () => undefined);
    expect(await screen.findByText(/You’re already in 200 circles/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Join|Ask/ })).toBeNull();
  });
});
