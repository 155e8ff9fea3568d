import type { RadarChartProps } from '@frens/design-system/radar-chart';
import { Chip, Cluster } from '@frens/platform';
import { lazy } from 'react';

type TraitRadarProps = Pick<RadarChartProps, 'points' | 'max' | 'label'>;

const load = () => import('@frens/design-system/radar-chart');

/** Preloads the radar chart for the reveal. Failures surface on use. */
export function preloadRadarChart(): void {
  load().catch(() => {
    // LazyRadarChart retries and has a fallback.
  });
}

/** The radar chart, loaded on use. If loading fails, a list of traits replaces it, so that the result still shows. */
export const LazyRadarChart = lazy(() =>
  load().then(
    ({ RadarChart }) => ({ default: RadarChart }),
    () => ({ default: TraitList }),
  ),
);

function TraitList({ points, label }: TraitRadarProps) {
  return (
    <Cluster role="group" aria-label={label}>
      {points.map((point) => (
        <Chip key={point.label} hue={point.hue} value={point.value}>
          {point.label}
        </Chip>
      ))}
    </Cluster>
  );
}
