import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Progress } from './progress.tsx';

afterEach(cleanup);

describe('Progress', () => {
  it('has a default maximum of 100', () => {
    render(<Progress label="Lab 3 of 11" value={27} valueText="27% Complete" />);
    const bar = screen.getByRole('progressbar', { name: 'Lab 3 of 11' });
    expect(bar.getAttribute('max')).toBe('100');
    expect(bar.getAttribute('value')).toBe('27');
    expect(bar.getAttribute('aria-valuetext')).toBe('27% Complete');
  });

  it.each([
    [-5, '0'],
    [14, '12'],
  ])('keeps %d inside its range', (value, shown) => {
    render(<Progress label="Volunteers" value={value} max={12} />);
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe(shown);
  });
});
