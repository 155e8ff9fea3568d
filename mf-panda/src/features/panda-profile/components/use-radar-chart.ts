import type { RadarChartProps } from '@frens/design-system/radar-chart';
import { type ComponentType, useEffect, useState } from 'react';

type RadarChart = ComponentType<RadarChartProps>;
type State =
  | { status: 'loading' }
  | { status: 'ready'; RadarChart: RadarChart }
  | { status: 'failed'; error: Error };

/**
 * Loads the chart's code without blocking the profile. A failure stays local: the profile works without the chart, whereas a
 * `lazy` component would throw to the remote's error boundary.
 */
export function useRadarChart(): State & { retry: () => void } {
  const [state, setState] = useState<State>({ status: 'loading' });
  useEffect(() => fetchChart(setState), []);
  return {
    ...state,
    retry() {
      setState({ status: 'loading' });
      fetchChart(setState);
    },
  };
}

function fetchChart(show: (state: State) => void): void {
  import('@frens/design-system/radar-chart').then(
    ({ RadarChart }) => show({ status: 'ready', RadarChart }),
    (error: Error) => show({ status: 'failed', error }),
  );
}
