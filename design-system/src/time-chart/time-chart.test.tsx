import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { TimeChart } from './time-chart.tsx';
import { scaleOf } from './time-scale.ts';

afterEach(cleanup);

const props = {
  label: 'Score over time',
  timeText: (at: number) => `day ${at}`,
  valueText: (value: number) => value.toFixed(1),
  tableLabels: { open: 'As a table', time: 'Day', value: 'Score' },
};

describe('TimeChart', () => {
  it('lists its data in a table, newest first', () => {
    render(
      <TimeChart
        {...props}
        points={[
          { at: 1, value: 50 },
          { at: 3, value: 87.5 },
        ]}
      />,
    );
    const rows = within(screen.getByRole('table', { name: 'Score over time' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['DayScore', 'day 387.5', 'day 150.0']);
  });

  it('draws steps for held values, positioned by time', () => {
    const { container } = render(
      <TimeChart
        {...props}
        shape="steps"
        points={[
          { at: 0, value: 10 },
          { at: 3, value: 20 },
          { at: 4, value: 0 },
        ]}
      />,
    );
    const [, line] = [...container.querySelectorAll('path')].map((path) => path.getAttribute('d'));
    expect(line).toMatch(/^M0 [\d.]+H450V[\d.]+H600V200$/);
  });
});

describe('the scale', () => {
  it.each([
    [[50, 171.3], false, [50, 100, 150, 200]],
    [[0, 1250.5], true, [0, 500, 1000, 1500]],
    [[50, 50], false, [50, 55]],
    [[0, 0], true, [0, 0.5]],
    [[0, 0.01], true, [0, 0.005, 0.01]],
  ])('of %j goes by %j', (values, fromZero, ticks) => {
    const scale = scaleOf(values, fromZero);
    expect(scale.ticks).toEqual(ticks);
    for (const value of values) {
      expect(scale.shareOf(value)).toBeGreaterThanOrEqual(0);
      expect(scale.shareOf(value)).toBeLessThanOrEqual(1.000001);
    }
  });
});
