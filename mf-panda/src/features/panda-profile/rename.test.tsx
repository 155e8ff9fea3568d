import { buildPanda } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const own = buildPanda({ id: 'own', name: 'Quiet Tide', isMine: true });
const rest = [mock('GET /api/pandas/:id/stakes', () => []), mock('GET /api/pandas/:id/content', () => [])];

async function openForm(handlers: Parameters<typeof renderRemote>[1]['handlers'], panda = own) {
  const page = await renderRemote(remote, {
    path: `/panda/${panda.id}`,
    handlers: [...(handlers ?? []), mock('GET /api/pandas/:id', () => panda), ...rest],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Rename' }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'New name' });
  await page.user.clear(field);
  return { ...page, field };
}

describe('renaming one\u2019s own Panda (D42)', () => {
  it('shows the new name, and when it can next change', async () => {
    const renamed = { ...own, name: 'Lemon Grove', renamableFrom: '2099-05-01T12:00:00.000Z' };
    const { user, field } = await openForm([mock('PATCH /api/pandas/:id', () => renamed)]);
    await user.type(field, 'Lemon Grove{Enter}');
    const heading = await screen.findByRole('heading', { level: 1, name: 'Lemon Grove' });
    expect(await screen.findByText('You can rename it again on May 1, 2099')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Rename' })).toBeNull();
    expect(document.activeElement).toBe(heading);
  });

  it('shows a mistake at the field, before and after sending', async () => {
    let calls = 0;
    const { user, field } = await openForm([
      mock('PATCH /api/pandas/:id', () => {
        calls += 1;
        throw new MockFailure(409, 'renamed_recently', {
          fields: { name: 'You can rename your Panda once every 30 days' },
        });
      }),
    ]);
    await user.type(field, 'x{Enter}');
    await screen.findByText('Please give your Panda a name of at least 2 characters');
    expect(calls).toBe(0);
    await user.type(field, 'ylo{Enter}');
    await screen.findByText('You can rename your Panda once every 30 days');
    expect(calls).toBe(1);
    expect(field.value).toBe('xylo');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename' })));
    expect(screen.getByRole('heading', { level: 1, name: 'Quiet Tide' })).toBeTruthy();
  });

  it('keeps the draft across a reload, until cancelled (D63)', async () => {
    const { user, field } = await openForm([]);
    const openAgain = async () => {
      cleanup();
      await renderRemote(remote, {
        path: '/panda/own',
        handlers: [mock('GET /api/pandas/:id', () => own), ...rest],
      });
      await user.click(await screen.findByRole('button', { name: 'Rename' }));
      return screen.getByRole<HTMLInputElement>('textbox', { name: 'New name' }).value;
    };
    await user.type(field, 'Lemon Grove');
    expect(await openAgain()).toBe('Lemon Grove');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await openAgain()).toBe('Quiet Tide');
  });

  it('is hidden from everybody else', async () => {
    await renderRemote(remote, {
      path: '/panda/other',
      handlers: [mock('GET /api/pandas/:id', () => ({ ...own, id: 'other', isMine: false })), ...rest],
    });
    await screen.findByRole('heading', { level: 1, name: 'Quiet Tide' });
    expect(screen.queryByRole('button', { name: 'Rename' })).toBeNull();
  });
});
