import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { describeComponent } from '../internal/describe-component.tsx';
import { Skeleton } from './skeleton.tsx';

afterEach(cleanup);

describeComponent('Skeleton with a label', Skeleton, { props: { label: 'Loading circles', lines: 3 } });

it('announces its label', () => {
  render(<Skeleton label="Loading circles" lines={2} />);
  expect(screen.getByRole('status').textContent).toBe('Loading circles');
});

it('is hidden from screen readers without a label', () => {
  render(<Skeleton lines={2} />);
  expect(screen.queryByRole('status')).toBeNull();
  expect(document.querySelector('[data-shape]')?.getAttribute('aria-hidden')).toBe('true');
});
