import type { CallBody } from '@frens/contract';
import { mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

it('asks whether a password is common with the names of who chooses it, also while an earlier answer is awaited', async () => {
  const asked: CallBody<'POST /api/auth/password/check'>[] = [];
  const { user } = await renderRemote(remote, {
    path: '/auth?tab=register',
    user: null,
    handlers: [
      mock('POST /api/auth/password/check', async ({ body }) => {
        asked.push(body);
        if (asked.length === 1) await new Promise(() => undefined);
        return { isCommon: true };
      }),
    ],
  });
  const password = await screen.findByLabelText('Password');
  const type = async (text: string) => {
    await user.clear(password);
    await user.paste(text);
    await user.tab();
  };
  await user.click(screen.getByLabelText('Username'));
  await user.paste('maya.g');
  await type('seven warm stones');
  await waitFor(() => expect(asked).toHaveLength(1));
  // Its room is there before it comes: whoever leaves the field by pressing Next does not miss it.
  expect(
    document.querySelector('[data-longest*="one of the first passwords anyone would try"]'),
  ).toBeTruthy();
  await type('maya.g7');
  expect(await screen.findByText(/one of the first passwords anyone would try/)).toBeTruthy();
  expect(asked.at(-1)).toEqual({ password: 'maya.g7', username: 'maya.g', email: '', name: '' });
});
