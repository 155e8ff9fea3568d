import type { JoinOption } from '@frens/contract';
import { buildCirclePage, buildPanda } from '@frens/contract/fixtures';
import { mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const stakeMissing = {
  kind: 'stake',
  pandaId: 'tide',
  required: '8.00',
  current: '1.50',
} satisfies JoinOption;

/** A Panda's page, opened from a circle with this gate. */
async function open(wayIn: JoinOption, gatePandaId = 'tide') {
  const gate = { circleType: 'stake_gated', gatePandaId, gateMinAmount: '8.00' } as const;
  const circle = { ...buildCirclePage({ id: 'c1', name: 'Bridge', ...gate }), wayIn };
  return renderRemote(remote, {
    path: '/panda/tide?for=c1',
    handlers: [
      mock('GET /api/pandas/:id', () => buildPanda({ id: 'tide', name: 'Quiet Tide' })),
      mock('GET /api/pandas/:id/stakes', () => []),
      mock('GET /api/pandas/:id/content', () => []),
      mock('GET /api/wallet', () => ({ balance: '100.00', staked: '0.00' })),
      mock('GET /api/circles/:id', () => circle),
    ],
  });
}

const back = () => screen.queryByRole('link', { name: 'Go to Bridge' });

describe('coming from the gate of a circle (D31)', () => {
  it('states the missing stake, prefills the form with it, and links back', async () => {
    const { user } = await open(stakeMissing);
    const notice = within(
      (await screen.findByText('Stake 6.50 more BAMBOO on this Panda to join Bridge'))
        .parentElement as HTMLElement,
    );
    expect(notice.getByText('The circle asks for 8.00 BAMBOO; you have 1.50 here.')).toBeTruthy();
    expect(back()?.getAttribute('href')).toBe('/groups/c1');
    await user.click(screen.getByRole('button', { name: 'Back This Panda' }));
    const amount = screen.getByRole<HTMLInputElement>('textbox', { name: 'BAMBOO amount' });
    expect(amount.value).toBe('6.50');
  });

  it('says when the gate is open', async () => {
    await open({ kind: 'join' });
    expect(await screen.findByText('You’ve staked enough to join Bridge')).toBeTruthy();
    expect(back()).toBeTruthy();
  });

  it.each([
    ['who is in already', { kind: 'none' }, 'tide'],
    ['another Panda', stakeMissing, 'other'],
  ] as const)('says nothing for %s', async (_who, wayIn, gatePandaId) => {
    await open(wayIn, gatePandaId);
    await screen.findByRole('button', { name: 'Back This Panda' });
    expect(back()).toBeNull();
  });

  it('carries over through the list if any Panda counts', async () => {
    const gate = { circleType: 'stake_gated', gatePandaId: null, gateMinAmount: '8.00' } as const;
    const circle = {
      ...buildCirclePage({ id: 'c1', name: 'Bridge', ...gate }),
      wayIn: { ...stakeMissing, pandaId: null },
    };
    await renderRemote(remote, {
      path: '/panda?for=c1',
      handlers: [
        mock('GET /api/pandas', () => [buildPanda({ id: 'tide', name: 'Quiet Tide' })]),
        mock('GET /api/circles/:id', () => circle),
      ],
    });
    expect(await screen.findByText('Stake 6.50 more BAMBOO on any Panda to join Bridge')).toBeTruthy();
    expect(screen.getByText('The circle asks for 8.00 BAMBOO; you have staked 1.50 in all.')).toBeTruthy();
    const addressOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
    expect(addressOf(/^Quiet Tide/)).toBe('/panda/tide?for=c1');
    expect(addressOf(/^Back Quiet Tide/)).toBe('/panda/tide?back&for=c1');
  });
});
