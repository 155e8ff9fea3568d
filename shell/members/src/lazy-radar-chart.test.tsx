import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { LazyRadarChart } from './lazy-radar-chart.tsx';

const code = '@frens/design-system/radar-chart';

afterEach(() => {
  cleanup();
  vi.doUnmock(code);
});

it('has its place while its code loads, says there that it was lost, and shows the chart after the retry', async () => {
  vi.doMock(code, () => {
    throw new Error('lost');
  });
  render(
    <LazyRadarChart
      label="Warmth 80, Service 45, Calm 60"
      points={[
        { label: 'Warmth', value: 80, hue: 'honey' },
        { label: 'Service', value: 45, hue: 'sky' },
        { label: 'Calm', value: 60, hue: 'bamboo' },
      ]}
      loading={<p>Loading</p>}
      failed={({ error, retry }) => (
        <button type="button" onClick={retry}>
          Retry after {error.name}
        </button>
      )}
    />,
  );
  expect(screen.getByText('Loading')).toBeTruthy();
  const retry = await screen.findByRole('button', { name: 'Retry after Error' });
  expect(screen.queryByText('Loading')).toBeNull();

  vi.doUnmock(code);
  await userEvent.click(retry);
  await screen.findByRole('img', { name: 'Warmth 80, Service 45, Calm 60' });
  expect(screen.queryByRole('button')).toBeNull();
});
