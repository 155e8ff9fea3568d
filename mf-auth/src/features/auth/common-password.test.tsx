import type { CallBody } from '@frens/contract';
import { mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

it('checks for a common password with the person’s names, also while an earlier check is pending', async () => {
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
  // Its space is reserved, so pressing Next right after the field does not miss the button.
  expect(
    document.querySelector('[data-longest*="one of the first passwords anyone would try"]'),
  ).toBeTruthy();
  await type('maya.g7');
  expect(await screen.findByText(/one of the first passwords anyone would try/)).toBeTruthy();
  expect(asked.at(-1)).toEqual({ password: 'maya.g7', username: 'maya.g', email: '', name: '' });
});
