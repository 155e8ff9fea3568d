import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { RangeField } from './range-field.tsx';

afterEach(cleanup);

it('RangeField announces its value in words and reports numbers', () => {
  const change = vi.fn<(change: { value: number }) => void>();
  render(
    <RangeField label="Zoom" value={150} valueText="150 %" min={100} max={400} onValueChange={change} />,
  );
  const slider = screen.getByRole('slider', { name: 'Zoom' });
  expect(slider.getAttribute('aria-valuetext')).toBe('150 %');
  expect(screen.getByText('150 %')).toBeDefined();
  fireEvent.change(slider, { target: { value: '200' } });
  expect(change).toHaveBeenLastCalledWith({ value: 200 });
});
