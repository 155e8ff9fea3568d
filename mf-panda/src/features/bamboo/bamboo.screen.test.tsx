import { buildLedgerEntry, buildOwnStake, buildPanda, buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const path = '/bamboo';
const { id, name, imageUrl } = buildPanda({ id: 'tide', name: 'Quiet Tide' });
const panda = { id, name, imageUrl };

/** A mock server with a member who has staked 25.00 and has 100.00 left. */
function withdrawing(refuse?: (body: { amount?: string | undefined; confirm: boolean }) => void) {
  const sent: { amount?: string | undefined; confirm: boolean; key: string | null }[] = [];
  let stakes = [buildOwnStake({ id: 's-1', panda, amount: '25.00' })];
  let ledger = [buildLedgerEntry({ id: 'l-1' })];
  const handlers = [
    mock('GET /api/user', () => ({ ...buildUser(), unread: { unread: 0, places: {} } })),
    mock('GET /api/wallet', () => ({ balance: '100.00', staked: '25.00' })),
    mock('GET /api/stakes', () => stakes),
    mock('GET /api/wallet/ledger', () => ledger),
    mock('POST /api/stakes/:id/unstake', ({ body, request }) => {
      sent.push({ ...body, key: request.headers.get('Idempotency-Key') });
      refuse?.(body);
      const isWhole = body.amount === '25.00';
      stakes = isWhole ? [] : [buildOwnStake({ id: 's-1', panda, amount: '15.00' })];
      ledger = [
        buildLedgerEntry({ id: 'l-2', kind: 'unstake', amount: body.amount ?? '25.00', panda: { id, name } }),
        ...ledger,
      ];
      return isWhole
        ? { stake: null, balance: '125.00', staked: '0.00', panda: null }
        : { stake: stakes[0] ?? null, balance: '110.00', staked: '15.00', panda: null };
    }),
  ];
  return { sent, handlers };
}

async function openDialog(refuse?: Parameters<typeof withdrawing>[0]) {
  const { sent, handlers } = withdrawing(refuse);
  const view = await renderRemote(remote, { path, handlers });
  await view.user.click(await screen.findByRole('button', { name: 'Withdraw from Quiet Tide' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Withdraw from Quiet Tide' }));
  return { ...view, sent, dialog, field: dialog.getByRole<HTMLInputElement>('textbox') };
}

describe('the BAMBOO page (D59)', () => {
  it('shows the balance, the staked total, each stake and the ledger', async () => {
    await renderRemote(remote, { path });
    expect(screen.getByRole('heading', { level: 1, name: 'Your BAMBOO' })).toBeTruthy();
    expect((await screen.findByText('100.00')).parentElement?.textContent).toContain(
      'BAMBOO available to stake',
    );
    const stakes = await screen.findAllByRole('button', { name: /^Withdraw from/ });
    expect(stakes).toHaveLength(2);
    const moved = await screen.findAllByText(/^(Welcome|For the vibe quiz|Staked on .+)$/);
    expect(moved.map(({ textContent }) => textContent?.replace(/Staked on .+/, 'Staked'))).toEqual([
      'Staked',
      'Staked',
      'For the vibe quiz',
      'Welcome',
    ]);
    expect(screen.getByText('+100.00')).toBeTruthy();
    expect(screen.getByText('−15.00')).toBeTruthy();
    // The explanation precedes the balance.
    const lead = screen.getByText(/^BAMBOO is a sign of trust/);
    const own = screen.getByText('BAMBOO available to stake');
    expect(lead.compareDocumentPosition(own)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByRole('heading', { name: 'What is BAMBOO?' })).toBeTruthy();
  });

  it('groups stakes by Panda, with the total', async () => {
    const other = { ...panda, id: 'summit', name: 'Bold Summit' };
    const stakes = [
      buildOwnStake({ id: 's-1', panda, amount: '5.25' }),
      buildOwnStake({ id: 's-2', panda: other, amount: '1.00' }),
      buildOwnStake({ id: 's-3', panda, amount: '10.00' }),
    ];
    await renderRemote(remote, { path, handlers: [mock('GET /api/stakes', () => stakes)] });
    const tide = within(await screen.findByRole('list', { name: 'Your stakes on Quiet Tide' }));
    expect(tide.getAllByRole('button', { name: 'Withdraw from Quiet Tide' })).toHaveLength(2);
    expect(screen.getByText('15.25')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Quiet Tide' })).toHaveLength(1);
    expect(screen.getByRole('list', { name: 'Your stakes on Bold Summit' })).toBeTruthy();
  });

  it('shows a Panda’s total once all stakes are loaded', async () => {
    const pages = http.get('*/api/stakes', ({ request }) =>
      new URL(request.url).searchParams.get('cursor') === 'older'
        ? HttpResponse.json([buildOwnStake({ id: 's-2', panda, amount: '10.00' })])
        : HttpResponse.json([buildOwnStake({ id: 's-1', panda, amount: '5.25' })], {
            headers: { Link: '</api/stakes?cursor=older>; rel="next"' },
          }),
    );
    const { user } = await renderRemote(remote, { path, handlers: [pages] });
    const tide = within(await screen.findByRole('list', { name: 'Your stakes on Quiet Tide' }));
    expect(tide.getByText('5.25')).toBeTruthy();
    expect(screen.getAllByText('5.25')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('15.25')).toBeTruthy();
  });

  it('pages the ledger', async () => {
    const entry = (n: number) => buildLedgerEntry({ id: `l-${n}`, kind: 'welcome', amount: `${n}.00` });
    const pages = http.get('*/api/wallet/ledger', ({ request }) => {
      const next = '</api/wallet/ledger?cursor=older>; rel="next"';
      return new URL(request.url).searchParams.get('cursor') === 'older'
        ? HttpResponse.json([entry(2)])
        : HttpResponse.json([entry(3)], { headers: { Link: next } });
    });
    const { user } = await renderRemote(remote, { path, handlers: [pages] });
    expect(await screen.findByText('+3.00')).toBeTruthy();
    expect(screen.queryByText('+2.00')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('+2.00')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('says when a stake unlocks, and offers no button before', async () => {
    const locked = buildOwnStake({ panda, unlocksAt: '2099-01-08T12:00:00.000Z', isLocked: true });
    await renderRemote(remote, { path, handlers: [mock('GET /api/stakes', () => [locked])] });
    expect(await screen.findByText(/^You can withdraw it after Jan 8, 2099/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Withdraw/ })).toBeNull();
  });

  it('hides the name of a Panda with a pending deletion, and lets its stake be withdrawn', async () => {
    const stake = buildOwnStake({ panda: null });
    await renderRemote(remote, { path, handlers: [mock('GET /api/stakes', () => [stake])] });
    expect(await screen.findByRole('button', { name: 'Withdraw from a Panda that is leaving' })).toBeTruthy();
  });

  it('links to the Pandas if there is no stake', async () => {
    const { user, location } = await renderRemote(remote, { path, scenario: 'empty' });
    expect(await screen.findByText('You’re not backing any Panda yet')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'See all Pandas' }));
    expect(location()).toBe('/panda');
  });

  it('explains each failed part, with its own retry', async () => {
    await renderRemote(remote, { path, scenario: 'failing' });
    expect(await screen.findByText('We couldn’t load your stakes')).toBeTruthy();
    expect(screen.getByText('We couldn’t load your history')).toBeTruthy();
    expect(screen.getByText('We couldn’t load your balance.')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(3);
  });

  it('renders in Spanish, numbers included', async () => {
    await renderRemote(remote, { path, language: 'es' });
    expect(screen.getByRole('heading', { level: 1, name: 'Tu BAMBOO' })).toBeTruthy();
    expect(await screen.findByText('+100,00')).toBeTruthy();
    expect(await screen.findAllByRole('button', { name: /^Retirar de/ })).toHaveLength(2);
  });

  it.runIf(process.env.LONG)('has no accessibility faults', async () => {
    const { container } = await renderRemote(remote, { path });
    await screen.findAllByRole('button', { name: /^Withdraw from/ });
    const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
    expect(violations).toEqual([]);
  });
});

describe('withdrawing (D36)', () => {
  it('withdraws the whole stake by default, or a part', async () => {
    const { user, sent, field } = await openDialog();
    expect(field.value).toBe('25.00');
    expect(document.activeElement).toBe(field);
    await user.clear(field);
    await user.type(field, '10{Enter}');
    expect(await screen.findByText('10.00 BAMBOO are back in your balance.')).toBeTruthy();
    expect(sent).toEqual([{ amount: '10.00', confirm: false, key: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('BAMBOO available to stake').parentElement?.textContent).toContain('110.00');
    expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('15.00');
  });

  it('removes a withdrawn stake from the page', async () => {
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
    expect(await screen.findByText('You’re not backing any Panda yet')).toBeTruthy();
    expect(await screen.findByText('Withdrawn from Quiet Tide')).toBeTruthy();
  });

  it('refuses invalid or excessive amounts without a request', async () => {
    const { user, sent, field, dialog } = await openDialog();
    await user.clear(field);
    await user.type(field, '25.01{Enter}');
    expect(await dialog.findByText('This stake holds only 25.00 BAMBOO.')).toBeTruthy();
    await user.clear(field);
    await user.type(field, 'ten{Enter}');
    expect(await dialog.findByText('Please enter an amount, for example 10 or 12.50')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('names the circles at stake, and leaves them only after confirming the same amount (D31)', async () => {
    const circles = [
      { id: 'c-1', name: 'Tea' },
      { id: 'c-2', name: 'Night walks' },
    ];
    const { user, sent, field, dialog } = await openDialog(({ confirm }) => {
      if (!confirm) throw new MockFailure(409, 'circles_affected', { details: { circles } });
    });
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }));
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toContain('You’ll lose your place in 2 circles');
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Tea', 'Night walks']);
    await user.type(field, '{Backspace}{Backspace}');
    expect(dialog.queryByText('You’ll lose your place in 2 circles')).toBeNull();
    await user.type(field, '00');
    await user.click(dialog.getByRole('button', { name: 'Withdraw and leave 2 circles' }));
    const said = '25.00 BAMBOO are back in your balance. You’ve left Tea and Night walks.';
    expect(await screen.findByText(said)).toBeTruthy();
    expect(sent.map(({ confirm }) => confirm)).toEqual([false, true]);
    expect(sent[0]?.key).not.toBe(sent[1]?.key);
  });

  it('shows the server’s refusal, and keeps the input', async () => {
    const { user, field, dialog } = await openDialog(() => {
      throw new MockFailure(409, 'stake_locked', { details: { unlocksAt: '2099-01-08T12:00:00.000Z' } });
    });
    await user.clear(field);
    await user.type(field, '5{Enter}');
    expect(await dialog.findByText(/This stake has to stay a little longer/)).toBeTruthy();
    await waitFor(() => expect(field.value).toBe('5'));
  });

  it('sends once, however often Enter is pressed', async () => {
    const { user, sent, field } = await openDialog();
    await user.type(field, '{Enter}{Enter}{Enter}');
    await screen.findByText('25.00 BAMBOO are back in your balance.');
    expect(sent).toHaveLength(1);
  });
});
