import { MockFailure, mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';
import { handlersOf, milestone, noHistory, path, post, review } from './testing/profile-answers.ts';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const name = () => screen.findByRole('heading', { level: 1, name: 'Quiet Tide' });

describe('figures, score and history', () => {
  it('breaks the quotient down, on its scale (D38)', async () => {
    const { user } = await renderRemote(remote, { path, handlers: handlersOf() });
    await name();
    await user.click(screen.getByRole('tab', { name: 'Analytics' }));
    const score = within(screen.getByRole('tabpanel', { name: 'Analytics' }));
    expect(score.getByText('187.5')).toBeTruthy();
    expect(score.getByText('Out of 999.9')).toBeTruthy();
    const parts = within(score.getByRole('table', { name: 'How the score is made up' })).getAllByRole('row');
    expect(parts.map(({ textContent }) => textContent)).toEqual([
      'Vibe quiz taken50.0',
      'BAMBOO staked by others81.2',
      'Frens who back it42.4',
      'Connections of its owner13.9',
      'Introductions by its owner0.0',
    ]);
  });

  it('charts score and stakes over time, with tables, from two points on (D38)', async () => {
    const history = {
      quotient: [
        { day: '2026-03-01', value: '50.0' },
        { day: '2026-03-09', value: '187.5' },
      ],
      staked: [
        { day: '2026-03-02', value: '20.00' },
        { day: '2026-03-09', value: '1250.50' },
      ],
    };
    const { user } = await renderRemote(remote, { path, handlers: handlersOf({ history }) });
    await name();
    await user.click(screen.getByRole('tab', { name: 'Analytics' }));
    expect(await screen.findByRole('figure', { name: 'Fren Quotient over time' })).toBeTruthy();
    expect(screen.queryByText('Chart coming in Phase 4')).toBeNull();
    const rows = within(screen.getByRole('table', { name: 'BAMBOO staked over time', hidden: true }))
      .getAllByRole('row', { hidden: true })
      .map(({ textContent }) => textContent);
    expect(rows[0]).toBe('DayValue');
    // Up to now, newest first.
    expect(rows[1]).toMatch(/1,250\.50$/);
    expect(rows.slice(2)).toEqual(['Mar 9, 20261,250.50', 'Mar 2, 202620.00']);
  });

  it('loads the charts on a retry and shows the figures meanwhile', async () => {
    let isDown = true;
    const { user } = await renderRemote(remote, {
      path,
      handlers: [
        mock('GET /api/pandas/:id/history', () => {
          if (isDown) throw new MockFailure(503, 'unavailable');
          return noHistory;
        }),
        ...handlersOf(),
      ],
    });
    await name();
    await user.click(screen.getByRole('tab', { name: 'Analytics' }));
    expect(await screen.findAllByText('We couldn’t load the charts.')).toHaveLength(2);
    expect(screen.getByText('Total Content')).toBeTruthy();
    isDown = false;
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0] ?? document.body);
    expect(await screen.findByText('Chart coming in Phase 4')).toBeTruthy();
  });

  it('shows the specified figures', async () => {
    const { user } = await renderRemote(remote, {
      path,
      handlers: handlersOf({ content: [post, milestone, review] }),
    });
    await name();
    await screen.findByText('Planted the garlic.');
    await user.click(screen.getByRole('tab', { name: 'Analytics' }));

    const analytics = within(screen.getByRole('tabpanel', { name: 'Analytics' }));
    expect(analytics.getByText('187.5')).toBeTruthy();
    expect(await analytics.findByText('Chart coming in Phase 4')).toBeTruthy();
    expect(analytics.getByText('Total Content').previousElementSibling?.textContent).toBe('3');
    expect(analytics.getByText('Unique Backers').previousElementSibling?.textContent).toBe('2');
    expect(analytics.getByText('BAMBOO Staked').previousElementSibling?.textContent).toBe('1,250.50');
  });
});
