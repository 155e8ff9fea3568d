import type { PandaContent } from '@frens/contract';
import { buildContent, buildPanda } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const ana = {
  id: 'm-1',
  username: 'ana.ruiz',
  name: 'Ana Ruiz',
  profileImage: '',
  pandaId: null,
  pandaImage: null,
};
const post = buildContent({ id: 'p-1', content: 'Planted the garlic.', engagementScore: '4.0' });
const review = buildContent({ id: 'r-1', type: 'review', content: 'Showed up when it rained.', author: ana });
const own = { isMine: true, canCheer: false } as const;

interface Facts {
  isMine?: boolean;
  content?: PandaContent[];
  canReview?: boolean;
  fail?: () => void;
}

async function open(
  tab: 'Posts' | 'Reviews',
  { isMine = false, content = [], canReview = false, fail }: Facts = {},
) {
  const calls: unknown[] = [];
  const cheer = (id: string, hasCheered: boolean) => {
    calls.push(hasCheered);
    return {
      ...(content.find((one) => one.id === id) ?? post),
      hasCheered,
      engagementScore: hasCheered ? '5.0' : '4.0',
    };
  };
  const view = await renderRemote(remote, {
    path: '/panda/tide',
    handlers: [
      mock('GET /api/pandas/:id', () => buildPanda({ id: 'tide', name: 'Quiet Tide', isMine })),
      mock('GET /api/pandas/:id/stakes', () => []),
      mock('GET /api/pandas/:id/content', ({ query }) =>
        content.filter(({ type }) => type === (query.type ?? type)),
      ),
      mock('GET /api/pandas/:id/own-review', () => ({
        canReview,
        review: content.find((one) => one.type === 'review' && one.isMine) ?? null,
      })),
      mock('POST /api/pandas/:id/content', ({ body, request }) => {
        calls.push({ ...body, key: request.headers.get('Idempotency-Key') });
        fail?.();
        const { type, content: words, tags } = body;
        const before = type === 'review' ? content.find((one) => one.isMine)?.id : undefined;
        return buildContent({
          ...own,
          id: before ?? 'new',
          type,
          content: words,
          metadata: { tags: tags ?? [] },
        });
      }),
      mock('DELETE /api/pandas/:id/content/:cid', ({ params }) => void calls.push(params.cid)),
      mock('PUT /api/pandas/:id/content/:cid/cheer', ({ params }) => cheer(params.cid, true)),
      mock('DELETE /api/pandas/:id/content/:cid/cheer', ({ params }) => cheer(params.cid, false)),
    ],
  });
  await view.user.click(await screen.findByRole('tab', { name: tab }));
  await screen.findByRole('heading', { name: new RegExp(`^${tab} `) });
  return { ...view, calls, panel: within(screen.getByRole('tabpanel', { name: tab })) };
}

describe('writing on a Panda (D43)', () => {
  it('posts on the member’s own Panda, with tags, first in the list', async () => {
    const { user, calls, panel } = await open('Posts', { isMine: true, content: [post] });
    const field = panel.getByRole<HTMLTextAreaElement>('textbox', { name: 'What’s new?' });
    // Only the text is asked for, with suggested openings.
    expect(panel.getAllByRole('textbox')).toEqual([field]);
    await user.click(panel.getByRole('button', { name: 'Does anyone know…' }));
    expect(field.value).toBe('Does anyone know ');
    await user.clear(field);
    await user.type(field, 'Soup on Sunday');
    await user.type(panel.getByRole('textbox', { name: 'Tags' }), '#soup, winter');
    await user.click(panel.getByRole('button', { name: 'Post' }));
    expect(await panel.findByRole('heading', { name: 'Posts (2)' })).toBeTruthy();
    expect(panel.getAllByRole('article')[0]?.textContent).toContain('Soup on Sunday');
    expect(field.value).toBe('');
    expect(calls).toEqual([
      { type: 'post', content: 'Soup on Sunday', tags: ['soup', 'winter'], key: expect.any(String) },
    ]);
    await user.click(screen.getByRole('tab', { name: 'Timeline' }));
    expect(await screen.findByText('Soup on Sunday')).toBeTruthy();
  });

  it('marks missing fields, and keeps the input and its idempotency key on a refusal', async () => {
    let isDown = true;
    const { user, calls, panel } = await open('Posts', {
      isMine: true,
      fail() {
        if (isDown) throw new MockFailure(503, 'unavailable', { message: 'Back in a minute.' });
      },
    });
    const send = panel.getByRole('button', { name: 'Post' });
    await user.click(send);
    expect(await panel.findByText('Please write something')).toBeTruthy();
    const field = panel.getByRole<HTMLTextAreaElement>('textbox', { name: /^What’s new/ });
    expect(document.activeElement).toBe(field);
    await user.type(field, 'Soup');
    await user.click(send);
    expect((await screen.findAllByText(/Back in a minute/)).length).toBeGreaterThan(0);
    expect(field.value).toBe('Soup');
    isDown = false;
    await user.click(send);
    expect(await panel.findByText('Soup', { selector: 'p' })).toBeTruthy();
    const [first, second] = calls as { key: string }[];
    expect(first?.key).toBe(second?.key);
  });

  it('offers posts to the owner only, and reviews to backers only', async () => {
    const { panel } = await open('Posts', { content: [post] });
    expect(panel.queryByRole('textbox')).toBeNull();
    cleanup();
    const { panel: reviews } = await open('Reviews', { content: [review] });
    expect(await reviews.findByText('Only frens who back this Panda can review it.')).toBeTruthy();
    expect(reviews.queryByRole('button', { name: /review/i })).toBeTruthy();
    cleanup();
    const { panel: mine } = await open('Reviews', { isMine: true, content: [review], canReview: false });
    expect(mine.queryByText('Only frens who back this Panda can review it.')).toBeNull();
  });

  it('allows one review, which can be edited; closing the form restores the focus', async () => {
    const { user, calls, panel } = await open('Reviews', { canReview: true });
    await user.click(await panel.findByRole('button', { name: 'Write a review' }));
    await user.type(
      panel.getByRole('textbox', { name: 'What is it like to have this fren around?' }),
      'Kind',
    );
    await user.click(panel.getByRole('button', { name: 'Post review' }));
    const change = await panel.findByRole('button', { name: 'Change your review' });
    expect(document.activeElement).toBe(change);
    await user.click(change);
    const field = panel.getByRole<HTMLTextAreaElement>('textbox', { name: /^What is it like/ });
    expect(field.value).toBe('Kind');
    await user.type(field, ' and calm');
    await user.click(panel.getByRole('button', { name: 'Cancel' }));
    expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Change your review' }));
    expect(panel.getByText('Kind', { selector: 'p' })).toBeTruthy();
    expect(calls).toHaveLength(1);
  });

  it('deletes the member’s own item after confirming', async () => {
    const { user, calls, panel } = await open('Posts', { isMine: true, content: [{ ...post, ...own }] });
    expect(panel.queryByRole('button', { name: 'Cheer' })).toBeNull();
    await user.click(panel.getByRole('button', { name: 'Delete this post' }));
    const dialog = within(screen.getByRole('alertdialog', { name: 'Delete this post?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(panel.queryByText('Planted the garlic.')).toBeNull());
    expect(calls).toEqual(['p-1']);
  });
});

describe('cheering (D43)', () => {
  it('toggles, and counts in the engagement', async () => {
    const { user, calls, panel } = await open('Posts', { content: [post] });
    const cheer = panel.getByRole('button', { name: 'Cheer' });
    expect(cheer.getAttribute('aria-pressed')).toBe('false');
    await user.dblClick(cheer);
    expect(await panel.findByText('Engagement: 5.0')).toBeTruthy();
    await waitFor(() => expect(cheer.getAttribute('aria-pressed')).toBe('true'));
    expect(calls).toEqual([true]);
    expect(document.activeElement).toBe(cheer);
    await user.click(cheer);
    expect(await panel.findByText('Engagement: 4.0')).toBeTruthy();
    expect(calls).toEqual([true, false]);
  });
});

describe('the author of a review', () => {
  it('is marked as a former backer after withdrawing', async () => {
    const left = buildContent({ id: 'r-2', type: 'review', content: 'Quiet words.', isByFormerBacker: true });
    const { panel } = await open('Reviews', { content: [review, left] });
    const said = panel.getAllByRole('article').map((one) => one.textContent?.includes('No longer backs'));
    expect(said).toEqual([false, true]);
  });

  it('links to their page, or is anonymous if hidden from the reader', async () => {
    const hidden = buildContent({ id: 'r-2', type: 'review', content: 'Quiet words.', author: null });
    const { panel, container } = await open('Reviews', { content: [review, hidden] });
    expect(panel.getByRole('link', { name: 'Ana Ruiz' }).getAttribute('href')).toBe('/frens/ana.ruiz');
    expect(panel.getByText('A fren')).toBeTruthy();
    const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
    expect(violations).toEqual([]);
  });
});
