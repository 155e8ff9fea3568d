import type { RadarChartProps } from '@frens/design-system/radar-chart';
import { Chip, Cluster, Text } from '@frens/platform';
import { lazy } from 'react';
import styles from './lazy-radar-chart.module.css';

interface TraitRadarProps extends Pick<RadarChartProps, 'points' | 'max' | 'label'> {
  /** Says what the outer ring stands for. */
  scale: string;
}

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
    ({ RadarChart }) => ({
      default: ({ scale, ...chart }: TraitRadarProps) => (
        <>
          <RadarChart {...chart} />
          <Text size="sm" tone="muted" className={styles.scale}>
            {scale}
          </Text>
        </>
      ),
    }),
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
