import type { RadarChartProps } from '@frens/design-system/radar-chart';
import { type ReactNode, useEffect, useState } from 'react';

const load = () => import('@frens/design-system/radar-chart');

interface LazyRadarChartProps extends RadarChartProps {
  /** Stands in place of the chart until its code is there. */
  loading: ReactNode;
  /** Stands in place of the chart when its code could not be loaded. */
  failed: (failure: { error: Error; retry: () => void }) => ReactNode;
}

/** The radar chart, loaded on use. A failure stays in its place: `lazy` would throw it to the remote's error boundary. */
export function LazyRadarChart({ loading, failed, ...chart }: LazyRadarChartProps) {
  const [{ code, error }, setState] = useState<{ code?: Awaited<ReturnType<typeof load>>; error?: Error }>(
    {},
  );
  const fetchChart = () =>
    void load().then(
      (loaded) => setState({ code: loaded }),
      (failure: Error) => setState({ error: failure }),
    );
  useEffect(fetchChart, []);
  if (code) return <code.RadarChart {...chart} />;
  if (!error) return loading;
  const retry = () => {
    setState({});
    fetchChart();
  };
  return failed({ error, retry });
}

/** Preloads the chart's code. A failure shows on use, which tries again. */
export function preloadRadarChart(): void {
  load().catch(() => undefined);
}
