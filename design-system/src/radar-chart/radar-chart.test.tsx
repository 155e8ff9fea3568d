import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { RadarChart } from './radar-chart.tsx';

afterEach(cleanup);

describe('RadarChart', () => {
  it('writes each value beside its word and says all of them', () => {
    render(
      <RadarChart
        label="Warmth 80, Service 45, Wisdom 12"
        points={[
          { label: 'Warmth', value: 80, hue: 'persimmon' },
          { label: 'Service', value: 45.4, hue: 'bamboo' },
          { label: 'Wisdom', value: 12, hue: 'sky' },
        ]}
      />,
    );
    expect(screen.getByRole('img', { name: 'Warmth 80, Service 45, Wisdom 12' })).toBeDefined();
    expect(screen.getByText('Service')).toBeDefined();
    expect(screen.getByText('45')).toBeDefined();
  });
});
