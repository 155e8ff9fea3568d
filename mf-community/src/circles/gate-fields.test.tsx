import type { CallBody, Panda } from '@frens/contract';
import { buildCircle, buildCirclePage, buildPanda, buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const owner = { id: 'olu', username: 'olu', name: 'Olu Sabo', profileImage: '' };
const momo = buildPanda({ id: 'p1', name: 'Momo', owner });
const yuki = buildPanda({ id: 'p2', name: 'Yuki', owner: null });
const mine = buildPanda({ id: 'own', name: 'Bo', isMine: true });

/** Mock Pandas, a list of circles that accepts new ones, and the recorded requests. */
function community(pandas: Panda[]) {
  const sent: CallBody<'POST /api/circles'>[] = [];
  const handlers = [
    mock('GET /api/circles', () => []),
    mock('GET /api/user', () => ({ ...buildUser({ pandaId: mine.id }), unread: { unread: 0, places: {} } })),
    mock('GET /api/pandas', () => pandas),
    mock('GET /api/pandas/:id', ({ params }) => {
      const panda = [momo, yuki, mine].find(({ id }) => id === params.id);
      if (!panda) throw new MockFailure(404, 'not_found');
      return panda;
    }),
    mock('POST /api/circles', ({ body }) => {
      sent.push(body);
      return buildCircle({ name: body.name, membership: 'owner' });
    }),
  ];
  return { sent, handlers };
}

async function openNewGate(pandas: Panda[], language: 'en' | 'es' = 'en') {
  const { sent, handlers } = community(pandas);
  const { user } = await renderRemote(remote, { path: '/groups', handlers, language });
  await user.click(await screen.findByRole('button', { name: /^(Create Circle|Crear círculo)$/ }));
  const dialog = within(screen.getByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /^(Circle Name|Nombre)/ }), 'Trust');
  await user.click(dialog.getByRole('radio', { name: /^(Stake Gated|Con aporte)/ }));
  const submit = () => user.click(dialog.getByRole('button', { name: /^(Create Circle|Crear círculo)$/ }));
  return { user, dialog, sent, submit };
}

const radio = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name });

describe('a new gate', () => {
  it('accepts any Panda and the default amount', async () => {
    const { dialog, sent, submit } = await openNewGate([momo]);
    expect((await radio(/^Any Panda/)).checked).toBe(true);
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Minimum stake/ }).value).toBe('10.00');
    await submit();
    expect(await screen.findByText('Circle Created!')).toBeTruthy();
    expect(sent).toMatchObject([{ circleType: 'stake_gated', gatePandaId: null, gateMinAmount: '10.00' }]);
  });

  it('sets a Panda and an amount, with the decimal sign of either language', async () => {
    const { user, dialog, sent, submit } = await openNewGate([momo, yuki], 'es');
    const amount = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Aporte mínimo/ });
    expect(amount.value).toBe('10,00');
    await user.clear(amount);
    await user.type(amount, '1,000');
    await submit();
    expect(await dialog.findByText('Escribe una cantidad, por ejemplo 10 o 12,50')).toBeTruthy();
    await user.clear(amount);
    await user.type(amount, '2,5');
    await user.click(await radio(/^Momo Panda de Olu Sabo/));
    await submit();
    expect(sent).toMatchObject([{ gatePandaId: 'p1', gateMinAmount: '2.50' }]);
  });

  it('lists the own Panda first, and finds others by name', async () => {
    const { user, dialog, sent, submit } = await openNewGate([momo, yuki]);
    await radio(/^Bo Your Panda/);
    await user.type(dialog.getByRole('searchbox'), 'yuk[Enter]');
    expect(sent).toEqual([]);
    expect(screen.queryByRole('radio', { name: /^Momo/ })).toBeNull();
    expect(screen.queryByRole('radio', { name: /^Bo/ })).toBeNull();
    await user.click(await radio(/^Yuki/));
    await user.clear(dialog.getByRole('searchbox'));
    expect((await radio(/^Yuki/)).checked).toBe(true);
    await user.type(dialog.getByRole('searchbox'), 'nobody');
    expect(await screen.findByText('No Panda by that name.')).toBeTruthy();
    expect((await radio(/^Yuki/)).checked).toBe(true);
    await submit();
    expect(sent).toMatchObject([{ gatePandaId: 'p2' }]);
  });

  const example = 'Please enter an amount, for example 10 or 12.50';
  it.each([
    ['', example],
    ['0', example],
    ['ten', example],
    ['100000,01', 'Please enter a valid amount for the circle'],
  ])('refuses %j at its field', async (typed, text) => {
    const { user, dialog, sent, submit } = await openNewGate([momo]);
    const amount = dialog.getByRole('textbox', { name: /^Minimum stake/ });
    await user.clear(amount);
    if (typed) await user.type(amount, typed);
    await submit();
    expect(await dialog.findByText(text)).toBeTruthy();
    expect(document.activeElement).toBe(amount);
    expect(sent).toEqual([]);
    // Hidden fields cannot fail validation.
    await user.click(dialog.getByRole('radio', { name: /^Open/ }));
    await submit();
    expect(await screen.findByText('Circle Created!')).toBeTruthy();
    expect(sent).toEqual([{ name: 'Trust', description: '', circleType: 'open', isPandaGated: false }]);
  });
});

describe('an existing gate', () => {
  async function openEdit(gatePandaId: string | null) {
    const circle = buildCirclePage({
      id: 'c1',
      circleType: 'stake_gated',
      gatePandaId,
      gateMinAmount: '25.00',
      membership: 'owner',
    });
    const sent: unknown[] = [];
    const { user } = await renderRemote(remote, {
      path: '/groups/c1',
      handlers: [
        ...community([yuki]).handlers,
        mock('GET /api/circles/:id', () => circle),
        mock('GET /api/circles/:id/members', () => []),
        mock('PATCH /api/circles/:id', ({ body }) => {
          sent.push(body);
          const { owner: _owner, showsMembers: _shows, ...plain } = circle;
          return plain;
        }),
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit your circle' }));
    return { user, dialog, sent };
  }

  it('stays unchanged when the type switches to open and back', async () => {
    const { user, dialog, sent } = await openEdit('p1');
    expect((await radio(/^Momo/)).checked).toBe(true);
    await user.click(dialog.getByRole('radio', { name: /^Open/ }));
    expect(dialog.queryByRole('textbox', { name: /^Minimum stake/ })).toBeNull();
    await user.click(dialog.getByRole('radio', { name: /^Stake Gated/ }));
    expect((await radio(/^Momo/)).checked).toBe(true);
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Circle saved')).toBeTruthy();
    // Nothing differs in the end.
    expect(sent).toEqual([{}]);
  });

  it('keeps its Panda although it is no longer visible', async () => {
    const { user, dialog, sent } = await openEdit('hidden');
    expect((await radio(/^The Panda you chose before/)).checked).toBe(true);
    await user.click(await radio(/^Any Panda/));
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Circle saved')).toBeTruthy();
    expect(sent).toMatchObject([{ gatePandaId: null }]);
  });
});
