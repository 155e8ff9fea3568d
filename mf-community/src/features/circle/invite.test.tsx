import type { CircleLink, Membership } from '@frens/contract';
import { buildCircleLink, buildCirclePage, buildFriend, buildPublicUser } from '@frens/contract/fixtures';
import { mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const ana = buildFriend({
  friendId: 'ana',
  friend: buildPublicUser({ id: 'ana', username: 'ana', name: 'Ana Ruiz', relation: 'friend' }),
});

async function openDialog(membership: Membership, circleType: 'open' | 'invite', links: CircleLink[] = []) {
  const sent: unknown[] = [];
  const circle = {
    ...buildCirclePage({ id: 'c1', name: 'Soup Table', circleType }),
    membership,
    wayIn: { kind: 'none' as const },
  };
  const page = await renderRemote(remote, {
    path: '/groups/c1',
    handlers: [
      mock('GET /api/circles/:id', () => circle),
      mock('GET /api/circles/:id/members', () => []),
      mock('GET /api/circles/:id/requests', () => []),
      mock('GET /api/connections', () => [ana]),
      mock('GET /api/circles/:id/invitations', () => links),
      mock('POST /api/circles/:id/invitations', ({ body }) => {
        sent.push(body);
        const made = buildCircleLink({ id: 'new', maxUses: body.maxUses ?? 1, uses: 0 });
        return body.userId === undefined
          ? { ...made, code: 'abc', url: 'https://frens.example/groups?invite=abc' }
          : { ...made, code: null, url: null };
      }),
      mock('DELETE /api/circles/:id/invitations/:iid', ({ params }) => void sent.push(params.iid)),
    ],
  });
  await screen.findByRole('heading', { level: 1, name: 'Soup Table' });
  const button = screen.queryByRole('button', { name: 'Invite' });
  if (button) await page.user.click(button);
  const dialog = button && within(await screen.findByRole('dialog', { name: 'Invite to Soup Table' }));
  return { ...page, sent, dialog };
}

describe('inviting by link', () => {
  it('creates a link with the chosen limit, shows it once and lists it', async () => {
    const { dialog, user, sent } = await openDialog('admin', 'open');
    if (!dialog) throw new Error('Nothing opened.');
    expect(await dialog.findByText('No active links right now.')).toBeTruthy();
    expect(dialog.queryByLabelText(/^Friend/)).toBeNull();
    await user.selectOptions(dialog.getByLabelText('For how many'), '5 people');
    await user.selectOptions(dialog.getByLabelText('For how long'), '1 day');
    await user.click(dialog.getByRole('button', { name: 'Make a link' }));
    const field = await dialog.findByLabelText<HTMLInputElement>('Your link');
    expect(field.value).toBe('https://frens.example/groups?invite=abc');
    expect(sent).toEqual([{ maxUses: 5, days: 1 }]);
    const list = within(dialog.getByRole('list', { name: 'Active links' }));
    expect(list.getByText(/^0 of 5 used/)).toBeTruthy();
  });

  it('shows the use counts, and revokes a link', async () => {
    const { dialog, user, sent } = await openDialog('owner', 'invite', [buildCircleLink({ id: 'one' })]);
    if (!dialog) throw new Error('Nothing opened.');
    expect(await dialog.findByText(/^3 of 25 used · until /)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: /^Withdraw the link/ }));
    expect(await dialog.findByText('No active links right now.')).toBeTruthy();
    expect(sent).toEqual(['one']);
  });
});

describe('inviting a friend', () => {
  it('is available to members of an invite circle', async () => {
    const { dialog, user, sent } = await openDialog('member', 'invite');
    if (!dialog) throw new Error('Nothing opened.');
    await user.selectOptions(await dialog.findByLabelText(/^Friend/), 'Ana Ruiz (@ana)');
    await user.click(dialog.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('Your invitation is on its way')).toBeTruthy();
    expect(sent).toMatchObject([{ userId: 'ana' }]);
    expect(dialog.queryByRole('button', { name: 'Make a link' })).toBeNull();
  });

  it('is hidden from members of an open circle and from outsiders', async () => {
    expect((await openDialog('member', 'open')).dialog).toBeNull();
    cleanup();
    expect((await openDialog('none', 'invite')).dialog).toBeNull();
  });
});
