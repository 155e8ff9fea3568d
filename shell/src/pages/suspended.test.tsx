import type { CallBody } from '@frens/contract';
import { buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import {
  api,
  i18n,
  queryClient,
  queryKeys,
  session,
  useAction,
  useLocation,
  useSession,
} from '@frens/platform';
import { useToasts } from '@frens/platform/internal';
import { startTestTexts, TestProviders } from '@frens/platform/testing';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SuspendedScreen } from './suspended.screen.tsx';

const reason = 'Offers of money to several frens.';
const contact = 'care@frens.example';
let until: string | null = null;
let left = 0;
const sent: CallBody<'DELETE /api/account'>[] = [];
const server = setupServer(
  mock('GET /api/user', () => {
    if (left > 0) throw new MockFailure(401, 'signed_out');
    throw new MockFailure(403, 'account_suspended', { details: { reason, until, contact } });
  }),
  mock('POST /api/logout', () => {
    left += 1;
    return { success: true };
  }),
  mock('DELETE /api/account', ({ body }) => {
    sent.push(body);
    left += 1;
    return { undoUntil: '2027-03-12T12:00:00.000Z' };
  }),
);
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  await startTestTexts();
});
beforeEach(async () => {
  until = null;
  left = 0;
  sent.length = 0;
  await i18n.changeLanguage('en');
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
  queryClient.clear();
});
afterAll(() => server.close());

/** Beside the question of who is there, which is what tells of the suspension. */
function Place() {
  const { status } = useSession();
  const { pathname } = useLocation();
  const { run } = useAction({
    send: () => api.call('POST /api/connections', { body: { friendId: 'somebody' } }),
    meta: { failureTitle: 'Not asked' },
  });
  return (
    <>
      <output>{status}</output>
      <output aria-label="address">{pathname}</output>
      <button type="button" onClick={() => run()}>
        Connect
      </button>
      <SuspendedScreen />
    </>
  );
}

const address = () => screen.getByLabelText('address').textContent;

async function open() {
  const { container } = render(
    <TestProviders path="/dashboard">
      <Place />
    </TestProviders>,
  );
  await screen.findByRole('heading', { level: 1 });
  return { container, user: userEvent.setup() };
}

describe('SuspendedScreen', () => {
  it.each([
    ['en', null, 'until further notice'],
    ['en', '2027-03-05T12:00:00.000Z', 'until Mar 5, 2027'],
    ['es', null, 'hasta nuevo aviso'],
    ['es', '2027-03-05T12:00:00.000Z', 'hasta el 5 mar 2027'],
  ] as const)('says why, until when and whom to answer, in %s until %s', async (language, end, text) => {
    until = end;
    await i18n.changeLanguage(language);
    const { container } = await open();
    expect(container.textContent).toContain(reason);
    expect(container.textContent).toContain(text);
    expect(screen.getByRole('link', { name: contact }).getAttribute('href')).toBe(`mailto:${contact}`);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(screen.getByText('signed-out')).toBeTruthy();
    const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  it('goes once whoever it is about has signed out', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1 })).toBeNull());
    expect(left).toBe(1);
    expect(address()).toBe('/');
  });

  it('goes home too once they have signed out in another tab', async () => {
    await open();
    left = 1;
    act(() => session.ended());
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1 })).toBeNull());
    expect(address()).toBe('/');
  });

  it('is all that is said when an action is refused for it', async () => {
    const suspended = () => {
      throw new MockFailure(403, 'account_suspended', { details: { reason, until, contact } });
    };
    server.use(mock('POST /api/connections', suspended));
    queryClient.setQueryData(queryKeys.session, buildUser());
    render(
      <TestProviders path="/browse">
        <Place />
      </TestProviders>,
    );
    await userEvent.setup().click(screen.getByRole('button', { name: 'Connect' }));
    await screen.findByRole('heading', { level: 1 });
    expect(useToasts.getState().current).toBeNull();
  });

  it('ends the account with the name typed, and goes', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Delete my account…' }));
    await user.type(screen.getByLabelText(/Type your username/), 'robin');
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    await waitFor(() => expect(sent).toEqual([{ confirm: 'robin' }]));
    await waitFor(() => expect(screen.queryByRole('heading', { level: 1 })).toBeNull());
    expect(address()).toBe('/auth');
  });

  it('ends nothing when it is cancelled', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Delete my account…' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Delete my account…' })).toBeTruthy();
    expect(sent).toEqual([]);
  });
});
