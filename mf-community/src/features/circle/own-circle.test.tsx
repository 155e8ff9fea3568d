import type { CircleMember, CirclePage, Membership } from '@frens/contract';
import {
  buildCircleMember,
  buildCirclePage,
  buildCircleRequest,
  buildPublicUser,
} from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const path = '/groups/c1';
const ana = buildCircleMember({ user: buildPublicUser({ id: 'ana', username: 'ana', name: 'Ana Ruiz' }) });

/** A mock server with the reader's circle, and its recorded requests. */
function circleOnServer(
  membership: Membership,
  members: CircleMember[] = [ana],
  description = 'Quiet water.',
) {
  const circle: CirclePage = {
    ...buildCirclePage({ id: 'c1', name: 'Lantern Kayakers', description, memberCount: 2 }),
    membership,
    wayIn: { kind: 'none' },
  };
  const calls: unknown[] = [];
  const told = () => {
    const { owner: _owner, showsMembers: _shows, ...plain } = circle;
    return plain;
  };
  return {
    calls,
    handlers: [
      mock('GET /api/circles', () => []),
      mock('GET /api/circles/:id', () => circle),
      mock('GET /api/circles/:id/members', () => members),
      mock('DELETE /api/circles/:id/membership', () => {
        calls.push('leave');
        Object.assign(circle, { membership: 'none', wayIn: { kind: 'join' }, memberCount: 1 });
      }),
      mock('PATCH /api/circles/:id', ({ body }) => {
        calls.push(body);
        return Object.assign(circle, body) && told();
      }),
      mock('POST /api/circles/:id/owner', ({ body }) => {
        calls.push(body);
        Object.assign(circle, { membership: 'admin', ownerId: body.userId });
        return told();
      }),
      mock('DELETE /api/circles/:id', ({ body }) => {
        if (body.confirm !== circle.name)
          throw new MockFailure(400, 'invalid', { message: 'No.', fields: { confirm: 'Not its name' } });
        calls.push(body);
      }),
    ],
  };
}

const open = async (membership: Membership, members?: CircleMember[], description?: string) => {
  const server = circleOnServer(membership, members, description);
  const page = await renderRemote(remote, { path, handlers: server.handlers });
  await screen.findByRole('heading', { level: 1, name: 'Lantern Kayakers' });
  return { ...page, ...server };
};

describe('leaving', () => {
  it('confirms first, and then shows how to join again', async () => {
    const { user, calls } = await open('member');
    await user.click(screen.getByRole('button', { name: 'Leave circle' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Leave Lantern Kayakers?' }));
    await user.click(dialog.getByRole('button', { name: 'Stay' }));
    expect(calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Leave circle' }));
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('You’ve left Lantern Kayakers')).toBeTruthy();
    expect(await screen.findByRole('button', { name: /^Join/ })).toBeTruthy();
    expect(screen.getByText('1 member')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Leave circle' })).toBeNull();
    expect(calls).toEqual(['leave']);
  });

  it('is hidden from the owner and from outsiders', async () => {
    await open('owner');
    expect(screen.queryByRole('button', { name: 'Leave circle' })).toBeNull();
    expect(screen.getByText('To leave, hand it over or end it first.')).toBeTruthy();
    cleanup();
    await open('none');
    expect(screen.queryByRole('heading', { name: /Your (part|circle)/ })).toBeNull();
  });
});

describe('an owner', () => {
  it('edits the circle, which updates at once', async () => {
    const { user, calls } = await open('owner');
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit your circle' }));
    const name = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Circle Name/ });
    expect(name.value).toBe('Lantern Kayakers');
    await user.clear(name);
    await user.type(name, 'Night Kayakers');
    await user.click(dialog.getByRole('radio', { name: /^Invite Only/ }));
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Circle saved')).toBeTruthy();
    expect(await screen.findByRole('heading', { level: 1, name: 'Night Kayakers' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls).toEqual([{ name: 'Night Kayakers', circleType: 'invite' }]);
  });

  it('sends only changed fields, relative to the last save', async () => {
    const { user, calls } = await open('owner');
    for (const name of ['Night Kayakers', 'Lantern Kayakers']) {
      await user.click(screen.getByRole('button', { name: 'Edit' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Edit your circle' }));
      const field = dialog.getByRole('textbox', { name: /^Circle Name/ });
      await user.clear(field);
      await user.type(field, name);
      await user.click(dialog.getByRole('button', { name: 'Save changes' }));
      expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
    }
    expect(calls).toEqual([{ name: 'Night Kayakers' }, { name: 'Lantern Kayakers' }]);
  });

  it('keeps the draft until saved or cancelled, without untouched fields', async () => {
    const first = await open('owner');
    const edit = async () => {
      await first.user.click(screen.getByRole('button', { name: 'Edit' }));
      return within(await screen.findByRole('dialog', { name: 'Edit your circle' }));
    };
    const nameIn = (dialog: Awaited<ReturnType<typeof edit>>) =>
      dialog.getByRole<HTMLInputElement>('textbox', { name: /^Circle Name/ }).value;
    await first.user.type((await edit()).getByRole('textbox', { name: /^Circle Name/ }), ' by night');
    cleanup();

    // Another tab has changed the description meanwhile.
    const { user, calls } = await open('owner', undefined, 'Since changed.');
    const again = await edit();
    expect(nameIn(again)).toBe('Lantern Kayakers by night');
    expect(again.getByRole<HTMLTextAreaElement>('textbox', { name: /^Description/ }).value).toBe(
      'Since changed.',
    );
    await user.click(again.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(calls).toEqual([{ name: 'Lantern Kayakers by night' }]));

    const third = await edit();
    await user.type(third.getByRole('textbox', { name: /^Circle Name/ }), '!');
    await user.click(third.getByRole('button', { name: 'Cancel' }));
    expect(nameIn(await edit())).toBe('Lantern Kayakers by night');
  });

  it('transfers it to a member, and may leave then', async () => {
    const { user, calls } = await open('owner');
    await user.click(screen.getByRole('button', { name: 'Hand over' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hand Lantern Kayakers over?' }));
    await user.selectOptions(await dialog.findByRole('combobox', { name: /^New owner/ }), 'Ana Ruiz (@ana)');
    await user.click(dialog.getByRole('button', { name: 'Hand over' }));
    expect(await screen.findByText('Circle handed over')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Leave circle' })).toBeTruthy();
    expect(calls).toEqual([{ userId: 'ana' }]);
  });

  it('gets an explanation when members fail to load, and retries', async () => {
    const server = circleOnServer('owner');
    let isDown = true;
    const members = mock('GET /api/circles/:id/members', () => {
      if (isDown) throw new MockFailure(503, 'unavailable');
      return [ana];
    });
    const { user } = await renderRemote(remote, { path, handlers: [members, ...server.handlers] });
    await user.click(await screen.findByRole('button', { name: 'Hand over' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hand Lantern Kayakers over?' }));
    expect(await dialog.findByText('We couldn’t load the members.')).toBeTruthy();
    isDown = false;
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByRole('option', { name: 'Ana Ruiz (@ana)' })).toBeTruthy();
  });

  it('learns that there is nobody to transfer it to', async () => {
    const { user } = await open('owner', [{ ...ana, role: 'owner' }]);
    await user.click(screen.getByRole('button', { name: 'Hand over' }));
    expect(await screen.findByText(/^You can’t see any other member/)).toBeTruthy();
  });

  it('deletes it by typing its name, and returns to the list', async () => {
    const { user, calls, location } = await open('owner');
    await user.click(screen.getByRole('button', { name: 'End circle' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End Lantern Kayakers?' }));
    expect(dialog.getByText(/^Its 2 members lose it right away/)).toBeTruthy();
    const typed = dialog.getByRole('textbox', { name: /^To be sure/ });
    await user.type(typed, 'Kayakers');
    await user.click(dialog.getByRole('button', { name: 'End circle' }));
    expect(await dialog.findByText('Not its name')).toBeTruthy();
    await user.clear(typed);
    await user.type(typed, 'Lantern Kayakers');
    await user.click(dialog.getByRole('button', { name: 'End circle' }));
    expect(await screen.findByText('Lantern Kayakers has ended')).toBeTruthy();
    await waitFor(() => expect(location()).toBe('/groups'));
    expect(calls).toEqual([{ confirm: 'Lantern Kayakers' }]);
  });
});

describe('who asks to be invited', () => {
  const asking = [
    buildCircleRequest({ id: 'r1', user: ana.user, note: 'May I sing along?' }),
    buildCircleRequest({
      id: 'r2',
      note: '',
      user: buildPublicUser({ id: 'sol', username: 'sol', name: 'Sol' }),
    }),
  ];

  /** An invite circle with pending requests. */
  async function openClosed(membership: Membership, waiting = [...asking]) {
    const circle = buildCirclePage({
      id: 'c1',
      name: 'Choir',
      circleType: 'invite',
      membership,
      memberCount: 2,
    });
    const { owner: _owner, showsMembers: _shows, ...plain } = circle;
    const said: string[] = [];
    const members: CircleMember[] = [];
    const answer = (word: string, rid: string) => {
      said.push(`${word} ${rid}`);
      if (word === 'yes') members.push(ana);
      waiting.splice(
        waiting.findIndex(({ id }) => id === rid),
        1,
      );
    };
    const page = await renderRemote(remote, {
      path,
      handlers: [
        mock('GET /api/circles/:id', () => circle),
        mock('GET /api/circles/:id/members', () => members),
        mock('GET /api/circles/:id/requests', () => waiting),
        mock('POST /api/circles/:id/requests/:rid/accept', ({ params }) => {
          answer('yes', params.rid);
          return { ...plain, memberCount: 3 };
        }),
        mock('POST /api/circles/:id/requests/:rid/decline', ({ params }) => answer('no', params.rid)),
      ],
    });
    await screen.findByRole('heading', { level: 1, name: 'Choir' });
    return { ...page, said };
  }

  it.each(['owner', 'admin'] as const)('is answered by an %s', async (membership) => {
    const { user, said } = await openClosed(membership);
    expect(await screen.findByText('May I sing along?')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Accept Ana Ruiz' }));
    expect(await screen.findByText('Ana Ruiz is in')).toBeTruthy();
    expect(screen.getByText('3 members')).toBeTruthy();
    const inIt = within(await screen.findByRole('list', { name: 'Members' }));
    expect(inIt.getByRole('link', { name: 'Ana Ruiz' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Decline Sol' }));
    expect(await screen.findByText('Declined. We don’t tell Sol.')).toBeTruthy();
    expect(await screen.findByText('Nobody is asking right now.')).toBeTruthy();
    expect(said).toEqual(['yes r1', 'no r2']);
  });

  it('keeps the focus on the pressed answer while pending, and ignores the other', async () => {
    const { user, server, said } = await openClosed('owner');
    server.use(mock('POST /api/circles/:id/requests/:rid/accept', () => new Promise(() => {})));
    const accept = await screen.findByRole<HTMLButtonElement>('button', { name: 'Accept Ana Ruiz' });
    const decline = screen.getByRole<HTMLButtonElement>('button', { name: 'Decline Ana Ruiz' });
    await user.click(accept);
    // Browsers take the focus from a disabled button.
    expect([accept.disabled, accept.getAttribute('aria-busy'), decline.disabled]).toEqual([
      false,
      'true',
      true,
    ]);
    await user.click(decline);
    expect(said).toEqual([]);
  });

  it('is visible to nobody else', async () => {
    const { requests } = await openClosed('member');
    expect(screen.queryByRole('heading', { name: 'Asking to be invited' })).toBeNull();
    expect(requests).not.toContain('GET /api/circles/c1/requests');
  });
});
