import type { RadarChartProps } from '@frens/design-system/radar-chart';
import { Chip, Cluster } from '@frens/platform';
import { lazy } from 'react';

type TraitRadarProps = Pick<RadarChartProps, 'points' | 'max' | 'label'>;

const load = () => import('@frens/design-system/radar-chart');

/** Fetches the radar ahead, so that the reveal is whole at once. A failure shows when it is needed. */
export function preloadRadarChart(): void {
  load().catch(() => {
    // LazyRadarChart asks again and has an answer for this.
  });
}

/** The radar, fetched when it is shown. When it cannot be had the traits stand there as words: a result is never lost for a picture. */
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
