import type { CircleBan, CircleMember, Membership } from '@frens/contract';
import { buildCircleMember, buildCirclePage, buildPublicUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const someone = (id: string, name: string, role: CircleMember['role'] = 'member') =>
  buildCircleMember({ user: buildPublicUser({ id, username: id, name }), role });

/** A circle with owner, admin and member, seen in one of these roles. */
async function open(membership: Membership, banned: CircleBan[] = [], failures: HttpHandler[] = []) {
  const calls: unknown[] = [];
  const bans = [...banned];
  const members = [
    someone('olu', 'Olu Ade'),
    someone('ana', 'Ana Ruiz', 'admin'),
    someone('kim', 'Kim Lee', 'owner'),
  ];
  const circle = {
    ...buildCirclePage({ id: 'c1', name: 'Soup Table', memberCount: 4 }),
    ownerId: membership === 'owner' ? 'me' : 'kim',
    membership,
    wayIn: { kind: 'none' as const },
  };
  const page = await renderRemote(remote, {
    path: '/groups/c1',
    handlers: [
      ...failures,
      mock('GET /api/circles/:id', () => circle),
      mock('GET /api/circles/:id/members', () => members),
      mock('GET /api/circles/:id/bans', () => bans),
      mock('GET /api/circles/:id/requests', () => []),
      mock('GET /api/circles/:id/invitations', () => []),
      mock('GET /api/circles/:id/notices', () => []),
      mock('PATCH /api/circles/:id/members/:uid', ({ params, body }) => {
        calls.push([params.uid, body.role]);
      }),
      mock('DELETE /api/circles/:id/members/:uid', ({ params }) => {
        calls.push(['remove', params.uid]);
        circle.memberCount -= 1;
      }),
      mock('POST /api/circles/:id/bans', ({ body }) => {
        calls.push(['ban', body.userId]);
        circle.memberCount -= 1;
        bans.push({ id: 'olu', user: someone('olu', 'Olu Ade').user, since: circle.createdAt });
      }),
      mock('DELETE /api/circles/:id/bans/:uid', ({ params }) => {
        calls.push(['lift', params.uid]);
        bans.splice(0);
      }),
    ],
  });
  await screen.findByRole('link', { name: 'Olu Ade' });
  return { ...page, calls };
}

const more = (name: string) => screen.queryByRole('button', { name: `More about ${name}` });
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('managing a member (D32)', () => {
  it('is offered to the owner for everybody else, to admins for members, to nobody else', async () => {
    await open('owner');
    expect(more('Olu Ade')).toBeTruthy();
    expect(more('Ana Ruiz')).toBeTruthy();
    expect(more('Kim Lee')).toBeNull();
    cleanup();
    await open('admin');
    expect(more('Olu Ade')).toBeTruthy();
    expect(more('Ana Ruiz')).toBeNull();
    for (const membership of ['member', 'none'] as const) {
      cleanup();
      await open(membership);
      expect(more('Olu Ade')).toBeNull();
    }
  });

  it('lets the owner change roles', async () => {
    const { user, calls } = await open('owner');
    await user.click(more('Olu Ade') as HTMLElement);
    await user.click((await dialogOf('Olu Ade')).getByRole('button', { name: 'Make admin' }));
    expect(await screen.findByText('Olu Ade is an admin now')).toBeTruthy();
    expect(screen.getAllByText('Admin')).toHaveLength(2);
    await user.click(more('Ana Ruiz') as HTMLElement);
    await user.click((await dialogOf('Ana Ruiz')).getByRole('button', { name: 'Make member' }));
    expect(await screen.findByText('Ana Ruiz is a member again')).toBeTruthy();
    expect(calls).toEqual([
      ['olu', 'admin'],
      ['ana', 'member'],
    ]);
  });

  it('removes a member, and focuses the list', async () => {
    const { user, calls } = await open('admin');
    await user.click(more('Olu Ade') as HTMLElement);
    const dialog = await dialogOf('Olu Ade');
    expect(dialog.queryByRole('button', { name: 'Make admin' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    const question = () => within(screen.getByRole('alertdialog', { name: 'Remove Olu Ade?' }));
    await user.click(question().getByRole('button', { name: 'Not now' }));
    expect(calls).toEqual([]);
    await user.click((await dialogOf('Olu Ade')).getByRole('button', { name: 'Remove' }));
    await user.click(question().getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Olu Ade is no longer in the circle')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Olu Ade' })).toBeNull();
    expect(screen.getByText('3 members')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Members' })));
    expect(calls).toEqual([['remove', 'olu']]);
  });

  it('bans a member; the ban is listed and can be lifted', async () => {
    const { user, calls } = await open('owner');
    expect(screen.queryByRole('heading', { name: 'Banned' })).toBeNull();
    await user.click(more('Olu Ade') as HTMLElement);
    await user.click((await dialogOf('Olu Ade')).getByRole('button', { name: 'Ban' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Ban Olu Ade?' }));
    await user.click(question.getByRole('button', { name: 'Ban' }));
    expect(await screen.findByText('Olu Ade is banned')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Lift ban on Olu Ade' }));
    expect(await screen.findByText('Olu Ade can come in again')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Banned' })).toBeNull());
    expect(calls).toEqual([
      ['ban', 'olu'],
      ['lift', 'olu'],
    ]);
  });

  it('explains a failure to load bans, and retries', async () => {
    let isDown = true;
    const { user } = await open(
      'owner',
      [],
      [
        mock('GET /api/circles/:id/bans', () => {
          if (isDown) throw new MockFailure(503, 'unavailable');
          return [{ id: 'ivo', user: someone('ivo', 'Ivo Roth').user, since: '2026-11-01T12:00:00.000Z' }];
        }),
      ],
    );
    expect(await screen.findByText('We couldn’t load the bans.')).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Lift ban on Ivo Roth' })).toBeTruthy();
  });
});
