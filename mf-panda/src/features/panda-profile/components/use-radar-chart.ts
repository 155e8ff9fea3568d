import type { RadarChartProps } from '@frens/design-system/radar-chart';
import { type ComponentType, useEffect, useState } from 'react';

type RadarChart = ComponentType<RadarChartProps>;
type State =
  | { status: 'loading' }
  | { status: 'ready'; RadarChart: RadarChart }
  | { status: 'failed'; error: Error };

/**
 * Fetches the chart's code, which the profile does not wait for. A failure stays here: the profile is complete without the
 * chart, so it must not fall to the remote's error boundary as a `lazy` component would.
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
