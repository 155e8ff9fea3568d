import type { CirclePost, Membership } from '@frens/contract';
import { buildCirclePage, buildCirclePost } from '@frens/contract/fixtures';
import { formatMoment } from '@frens/contract/formats';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const lanterns = buildCirclePost({
  id: 'one',
  text: 'Bring lanterns, @maya.okafor and @nobody!',
  mentions: ['maya.okafor'],
});

async function open(
  membership: Membership,
  posts: CirclePost[],
  {
    isWishRefused = false,
    path = '/groups/c1',
    state,
  }: { isWishRefused?: boolean; path?: string; state?: unknown } = {},
) {
  const calls: unknown[] = [];
  const circle = {
    ...buildCirclePage({ id: 'c1', name: 'Soup Table' }),
    membership,
    wayIn: { kind: 'none' as const },
  };
  const page = await renderRemote(remote, {
    path,
    state,
    handlers: [
      mock('GET /api/circles/:id', () => circle),
      mock('GET /api/circles/:id/members', () => []),
      mock('GET /api/circles/:id/notices', () => posts),
      mock('POST /api/circles/:id/notices', ({ body }) => {
        calls.push(body);
        return buildCirclePost({ id: 'new', text: body.text, mentions: [], canDelete: true });
      }),
      mock('PATCH /api/circles/:id/membership', ({ body }) => {
        if (isWishRefused) throw new MockFailure(500, 'internal');
        calls.push(body);
        return body;
      }),
      mock('DELETE /api/circles/:id/notices/:nid', ({ params }) => void calls.push(params.nid)),
    ],
  });
  await screen.findByRole('heading', { level: 1, name: 'Soup Table' });
  return { ...page, calls };
}

describe('posts of a circle (D68)', () => {
  it('are for its members', async () => {
    const { requests } = await open('none', [lanterns]);
    expect(screen.queryByRole('heading', { name: 'What’s going on' })).toBeNull();
    expect(requests.filter((request) => request.includes('notices'))).toEqual([]);
  });

  it('end the welcome of a new member after their first post, also after a reload', async () => {
    const { user } = await open('member', [], { state: { joined: 'next' } });
    const welcome = () => screen.queryByRole('region', { name: 'You’re in Soup Table' });
    expect(welcome()).toBeTruthy();
    await user.type(screen.getByRole('textbox'), 'Hello!');
    await user.click(screen.getByRole('button', { name: 'Post' }));
    expect(await screen.findByText('Posted')).toBeTruthy();
    await waitFor(() => expect(welcome()).toBeNull());
  });

  it('link mentioned members, and nothing else', async () => {
    const { container } = await open('member', [lanterns]);
    const list = within(await screen.findByRole('list', { name: 'What’s going on' }));
    expect(list.getByRole('link', { name: '@maya.okafor' }).getAttribute('href')).toBe('/frens/maya.okafor');
    expect(list.getByText(/^Bring lanterns/).textContent).toBe(lanterns.text);
    expect(list.queryByRole('link', { name: '@nobody' })).toBeNull();
    expect(list.queryByRole('button', { name: /^Delete/ })).toBeNull();
    expect(list.getByRole('button', { name: 'Report the post by Maya Okafor' })).toBeTruthy();
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations).toEqual([]);
  });

  it('show relative times, with the exact time on hover', async () => {
    const createdAt = new Date(Date.now() - 2 * 60 * 60 * 1_000).toISOString();
    await open('member', [{ ...lanterns, createdAt }]);
    const time = await screen.findByText('2 hours ago');
    expect(time.title).toBe(formatMoment('en', createdAt));
  });

  it('start empty, and list a new post first', async () => {
    const { user, calls } = await open('member', []);
    expect(await screen.findByText(/^It’s quiet here/)).toBeTruthy();
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Write to everyone/ });
    const post = screen.getByRole<HTMLButtonElement>('button', { name: 'Post' });
    expect(post.disabled).toBe(true);
    await user.type(field, 'Soup on Sunday');
    await user.click(post);
    expect(await screen.findByText('Soup on Sunday', { selector: 'p' })).toBeTruthy();
    expect(await screen.findByText('Posted')).toBeTruthy();
    expect(field.value).toBe('');
    expect(document.activeElement).toBe(field);
    expect(calls).toEqual([{ text: 'Soup on Sunday' }]);
  });

  it('notify the member of new posts on request', async () => {
    const { user, calls } = await open('member', []);
    const wish = await screen.findByRole<HTMLInputElement>('switch', { name: 'Tell me when someone posts' });
    expect(wish.checked).toBe(false);
    await user.click(wish);
    // Optimistic: before the answer arrives.
    expect(wish.checked).toBe(true);
    await waitFor(() => expect(calls).toEqual([{ wantsNotices: true }]));
    await user.click(wish);
    await waitFor(() => expect(calls).toEqual([{ wantsNotices: true }, { wantsNotices: false }]));
    expect(wish.checked).toBe(false);
  });

  it('report a failed switch, and revert it', async () => {
    const { user } = await open('member', [], { isWishRefused: true });
    const wish = await screen.findByRole<HTMLInputElement>('switch', { name: 'Tell me when someone posts' });
    await user.click(wish);
    expect(await screen.findByText('We couldn’t save your choice')).toBeTruthy();
    expect(wish.checked).toBe(false);
  });

  it('take the focus from a notification’s link', async () => {
    await open('member', [lanterns], { path: '/groups/c1#notices' });
    const heading = await screen.findByRole('heading', { name: 'What’s going on' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('can be deleted after confirming', async () => {
    const { user, calls } = await open('member', [
      { ...lanterns, canDelete: true },
      buildCirclePost({ id: 'two', text: 'Stays' }),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Delete the post by Maya Okafor' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Delete this post?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Post deleted')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/^Bring lanterns/)).toBeNull());
    expect(screen.getByText('Stays')).toBeTruthy();
    expect(calls).toEqual(['one']);
  });
});
