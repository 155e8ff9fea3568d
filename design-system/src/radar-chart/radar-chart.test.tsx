import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { RadarChart } from './radar-chart.tsx';

afterEach(cleanup);

describe('RadarChart', () => {
  it('labels each value and names all of them for screen readers', () => {
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

  it('reaches the outer ring at max', () => {
    const points = [60, 30, 15].map((value, n) => ({ label: `Trait ${n}`, value, hue: 'sky' as const }));
    const shapeAt = (max?: number) => {
      const { container, unmount } = render(<RadarChart label="Traits" points={points} max={max} />);
      const [top] = container.querySelectorAll('circle');
      unmount();
      return top?.getAttribute('cy');
    };
    expect(shapeAt(60)).toBe('40');
    expect(shapeAt()).toBe('80');
  });
});
