import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { BarChart, type BarChartProps } from './bar-chart.tsx';

afterEach(cleanup);

function show(props: Partial<BarChartProps> = {}) {
  render(
    <BarChart
      label="How the score is made up"
      valueText={(value) => value.toFixed(1)}
      bars={[
        { label: 'Quiz', value: 50 },
        { label: 'Backers', value: 12.5, hue: 'sky' },
      ]}
      {...props}
    />,
  );
  const rows = within(screen.getByRole('table', { name: 'How the score is made up' })).getAllByRole('row');
  return {
    texts: rows.map((row) => [
      within(row).getByRole('rowheader').textContent,
      within(row).getByRole('cell').textContent,
    ]),
    shares: rows.map((row) => row.style.getPropertyValue('--share')),
  };
}

describe('BarChart', () => {
  it('renders its data as a table', () => {
    expect(show().texts).toEqual([
      ['Quiz', '50.0'],
      ['Backers', '12.5'],
    ]);
  });

  it('scales bars to the highest value, or to max', () => {
    expect(show().shares).toEqual(['1', '0.25']);
    cleanup();
    expect(show({ max: 100 }).shares).toEqual(['0.5', '0.125']);
  });

  it('draws no bar for zero values, and none beyond full width', () => {
    expect(show({ bars: [{ label: 'Quiz', value: 0 }] }).shares).toEqual(['0']);
    cleanup();
    expect(show({ max: 10 }).shares).toEqual(['1', '1']);
  });
});
