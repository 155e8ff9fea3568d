import { buildPanda, buildStake, buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { queryClient, queryKeys } from '@frens/platform';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const start = buildPanda({ id: 'tide', name: 'Quiet Tide', totalBambooStaked: '25.00', uniqueBackers: 1 });

/** A mock server with a Panda and a member with 100.00 BAMBOO. */
function stakingServer({
  answer,
  emailVerified = true,
}: {
  answer?: () => void;
  emailVerified?: boolean;
} = {}) {
  const server = {
    panda: start,
    balance: '100.00',
    stakes: [buildStake({ stakerId: 'm-1', stakerName: 'Ana' })],
    requests: [] as { amount: string; key: string | null }[],
    answer,
  };
  const handlers = [
    mock('GET /api/user', () => ({
      ...buildUser({ bambooBalance: server.balance, emailVerified }),
      unread: { unread: 0, places: {} },
    })),
    mock('GET /api/pandas/:id', () => server.panda),
    mock('GET /api/pandas/:id/stakes', () => server.stakes),
    mock('GET /api/pandas/:id/content', () => []),
    mock('GET /api/wallet', () => ({ balance: server.balance, staked: '0.00' })),
    mock('POST /api/stake-bamboo', ({ body, request }) => {
      server.requests.push({ amount: body.amount, key: request.headers.get('Idempotency-Key') });
      server.answer?.();
      const id = `s-new-${server.requests.length}`;
      const { id: stakerId, name: stakerName } = buildUser();
      const stake = buildStake({ id, pandaId: 'tide', stakerId, stakerName, amount: '12.50' });
      server.balance = '87.50';
      server.stakes = [stake, ...server.stakes];
      server.panda = { ...server.panda, totalBambooStaked: '37.50', uniqueBackers: 2 };
      return { stake, balance: server.balance, panda: server.panda };
    }),
  ];
  return { server, handlers };
}

async function openForm(options?: Parameters<typeof stakingServer>[0]) {
  const { server, handlers } = stakingServer(options);
  const view = await renderRemote(remote, { path: '/panda/tide', handlers });
  const opener = await screen.findByRole('button', { name: 'Back This Panda' });
  await view.user.click(opener);
  const field = screen.getByRole('textbox', { name: 'BAMBOO amount' });
  return { ...view, mocked: server, field };
}

const balanceRow = () => screen.getByText('Your balance').nextElementSibling?.textContent;
const afterRow = () => screen.getByText('After this stake').nextElementSibling?.textContent;
const submit = () => screen.getByRole('button', { name: 'Stake BAMBOO' });

describe('backing a Panda', () => {
  it('opens on demand, focuses the amount, and previews the balance', async () => {
    const { user, field } = await openForm();
    expect(document.activeElement).toBe(field);
    await waitFor(() => expect(balanceRow()).toBe('100.00'));
    expect(afterRow()).toBe('–');
    await user.type(field, '12.5');
    expect(afterRow()).toBe('87.50');
    await user.clear(field);
    await user.type(field, '0,01');
    expect(afterRow()).toBe('99.99');
    expect(
      screen.getByText(
        'To back a Panda you stake BAMBOO on it. It stays yours: after 7 days you can withdraw it.',
      ),
    ).toBeTruthy();
  });

  it('says when the balance is too low', async () => {
    const { user, field } = await openForm();
    await waitFor(() => expect(balanceRow()).toBe('100.00'));
    await user.type(field, '107.5');
    expect(afterRow()).toBe('–');
    expect(screen.getByText('You have 100.00 BAMBOO and need 7.50 more.')).toBeTruthy();
  });

  it('stakes, thanks, collapses, clears, and updates all caches', async () => {
    const { user, field, mocked, requests } = await openForm();
    await screen.findByText('Ana');
    await waitFor(() => expect(balanceRow()).toBe('100.00'));
    requests.length = 0;
    const gated = [...queryKeys.circles, 'seen before'];
    queryClient.setQueryData(gated, {});
    await user.type(field, '12.5{Enter}');

    const toast = await screen.findByText("You've backed Quiet Tide with 12.50 BAMBOO");
    expect(toast.parentElement?.textContent).toContain('Bamboo Staked!');
    expect(mocked.requests.map(({ amount }) => amount)).toEqual(['12.50']);
    expect(mocked.requests[0]?.key).toMatch(/^[0-9a-f]{32}$/);

    expect(screen.queryByRole('textbox', { name: 'BAMBOO amount' })).toBeNull();
    expect(screen.getByText('Thank you, fren!')).toBeTruthy();
    expect(screen.getByText('25.00 → 37.50')).toBeTruthy();
    expect(screen.getByText('1 → 2')).toBeTruthy();
    expect(screen.queryByText(/^It counts towards/)).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Back This Panda' }));
    expect(screen.getByText('BAMBOO Staked').nextElementSibling?.textContent).toBe('37.50');
    expect(screen.getByText('Unique Backers').nextElementSibling?.textContent).toBe('2');
    expect(await screen.findByText(buildUser().name)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Back This Panda' }));
    expect(screen.queryByText('Thank you, fren!')).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'BAMBOO amount' }).value).toBe('');
    expect(balanceRow()).toBe('87.50');
    // A new backer may be a milestone, and the timeline is visible, so it refetches.
    expect(requests).toEqual(['POST /api/stake-bamboo', 'GET /api/pandas/tide/content']);
    // The stake may open a circle's gate: circles refetch when they next open.
    expect(queryClient.getQueryState(gated)?.isInvalidated).toBe(true);
  });

  it('tells members with an unconfirmed address when their stake will count', async () => {
    const { user, field } = await openForm({ emailVerified: false });
    await user.type(field, '2{Enter}');
    expect(
      await screen.findByText('It counts towards Quiet Tide’s FQ once you confirm your email address.'),
    ).toBeTruthy();
  });

  it.each(['', '0', '-3', 'ten', '1.234'])('refuses %j without a request', async (typed) => {
    const { user, field, mocked } = await openForm();
    if (typed) await user.type(field, typed);
    await user.click(submit());

    const toast = screen.getByRole('alert');
    expect(toast.textContent).toBe('Invalid Amount Please enter a valid BAMBOO amount');
    expect(mocked.requests).toEqual([]);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(screen.getByText('Please enter an amount, for example 10 or 12.50')).toBeTruthy();
    expect(screen.getByDisplayValue(typed)).toBe(field);
    await user.type(field, '5');
    expect(field.getAttribute('aria-invalid')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps the input on a refusal, and shows the server’s message', async () => {
    const { user, field } = await openForm({
      answer: () => {
        throw new MockFailure(409, 'insufficient_bamboo', { message: 'Not enough BAMBOO: you have 12.50.' });
      },
    });
    await user.type(field, '50');
    await user.click(submit());
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('Staking Failed Not enough BAMBOO: you have 12.50.'),
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'BAMBOO amount' }).value).toBe('50');
  });

  it('shows the server’s validation error at the field', async () => {
    const { user, field } = await openForm({
      answer: () => {
        throw new MockFailure(400, 'invalid_amount', { fields: { amount: 'This is more than there is.' } });
      },
    });
    await user.type(field, '50');
    await user.click(submit());
    expect(await screen.findByText('This is more than there is.')).toBeTruthy();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.type(field, '1');
    expect(screen.queryByText('This is more than there is.')).toBeNull();
  });

  it('retries with the same idempotency key, so that a lost answer is not paid twice (D52)', async () => {
    let isDown = true;
    const { user, field, mocked } = await openForm({
      answer: () => {
        if (isDown) throw new MockFailure(503, 'unavailable');
      },
    });
    await user.type(field, '12.5');
    await user.click(submit());
    await screen.findByText('Staking Failed');
    isDown = false;
    await user.click(submit());
    await screen.findByText('Bamboo Staked!');
    const [first, second] = mocked.requests;
    expect(mocked.requests).toHaveLength(2);
    expect(second?.key).toBe(first?.key);

    await user.click(screen.getByRole('button', { name: 'Back This Panda' }));
    await user.type(screen.getByRole('textbox', { name: 'BAMBOO amount' }), '12.5{Enter}');
    await waitFor(() => expect(mocked.requests).toHaveLength(3));
    expect(mocked.requests[2]?.key).not.toBe(first?.key);
  });

  it('uses a new key when the amount changes', async () => {
    const { user, field, mocked } = await openForm({
      answer: () => {
        throw new MockFailure(503, 'unavailable');
      },
    });
    await user.type(field, '12.5{Enter}');
    await screen.findByText('Staking Failed');
    await user.clear(field);
    await user.type(field, '10{Enter}');
    await waitFor(() => expect(mocked.requests).toHaveLength(2));
    expect(mocked.requests[1]?.key).not.toBe(mocked.requests[0]?.key);
  });

  it('sends once, however often Enter is pressed', async () => {
    let arrive: () => void = () => undefined;
    const { server, handlers } = stakingServer();
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const slow = http.post('*/api/stake-bamboo', async () => {
      await held;
      return undefined; // On to the handler below.
    });
    const { user } = await renderRemote(remote, { path: '/panda/tide', handlers: [slow, ...handlers] });
    await user.click(await screen.findByRole('button', { name: 'Back This Panda' }));
    await user.type(screen.getByRole('textbox', { name: 'BAMBOO amount' }), '12.5{Enter}{Enter}{Enter}');
    expect(submit().getAttribute('aria-busy')).toBe('true');
    arrive();
    await screen.findByText('Bamboo Staked!');
    expect(server.requests).toHaveLength(1);
  });

  it.each(['Cancel', '{Escape}'])('collapses and clears with %s, and restores focus', async (way) => {
    const { user, field, mocked } = await openForm();
    await user.type(field, '33');
    if (way === 'Cancel') await user.click(screen.getByRole('button', { name: 'Cancel' }));
    else await user.keyboard(way);

    const opener = screen.getByRole('button', { name: 'Back This Panda' });
    expect(document.activeElement).toBe(opener);
    expect(mocked.requests).toEqual([]);
    await user.click(opener);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'BAMBOO amount' }).value).toBe('');
  });

  it('can stake while the balance fails to load, and reloads it on a retry', async () => {
    let isDown = true;
    const { handlers } = stakingServer();
    const { user } = await renderRemote(remote, {
      path: '/panda/tide',
      handlers: [
        http.get('*/api/wallet', () => (isDown ? new HttpResponse(null, { status: 503 }) : undefined)),
        ...handlers,
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Back This Panda' }));
    expect(await screen.findByText('We couldn’t load your balance.')).toBeTruthy();
    expect(submit().hasAttribute('disabled')).toBe(false);
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(balanceRow()).toBe('100.00'));
  });

  it('explains to owners what backing their own Panda does (D34)', async () => {
    const { server, handlers } = stakingServer();
    server.panda = { ...start, isMine: true };
    const { user } = await renderRemote(remote, { path: '/panda/tide', handlers });
    await user.click(await screen.findByRole('button', { name: 'Back This Panda' }));
    expect(screen.getByText('You can back your own Panda, but it won’t raise its score.')).toBeTruthy();
  });

  it.runIf(process.env.LONG)('has no accessibility faults while the form is open', async () => {
    const { container } = await openForm();
    await waitFor(() => expect(balanceRow()).toBe('100.00'));
    const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
    expect(violations).toEqual([]);
  });
});
