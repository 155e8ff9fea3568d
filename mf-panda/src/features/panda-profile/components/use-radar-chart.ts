import type { RadarChartProps } from '@frens/design-system/radar-chart';
import { type ComponentType, useEffect, useState } from 'react';

type RadarChart = ComponentType<RadarChartProps>;
type State = { status: 'loading' } | { status: 'ready'; RadarChart: RadarChart } | { status: 'failed' };

/**
 * Fetches the chart's code, which no other screen of the site's first loads needs. A failure stays here: the profile is
 * complete without the chart, so it must not fall to the remote's error boundary as a `lazy` component would.
 */
export function useRadarChart(): State & { retry: () => void } {
  const [state, setState] = useState<State>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    import('@frens/design-system/radar-chart').then(
      ({ RadarChart }) => isCurrent && setState({ status: 'ready', RadarChart }),
      () => isCurrent && setState({ status: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);
  return {
    ...state,
    retry() {
      setState({ status: 'loading' });
      setAttempt(attempt + 1);
    },
  };
}
