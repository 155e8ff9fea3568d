import type { Panda } from '@frens/contract';
import { traitScale } from '@frens/contract/trait-scale';
import { LoadError, Skeleton, traitHues, useTranslation } from '@frens/platform';
import { traitShape } from '../traits.ts';
import styles from './trait-radar.module.css';
import { useRadarChart } from './use-radar-chart.ts';

/** The five traits as a radar chart. The portrait card's tags state the same in words. */
export function TraitRadar({ name, traits }: { name: string; traits: Panda['traits'] }) {
  const { t } = useTranslation('mf-panda');
  const chart = useRadarChart();
  if (chart.status === 'failed')
    return (
      <div className={styles.root}>
        <LoadError size="part" title={t('profile.radar.error')} query={chart} />
      </div>
    );
  if (chart.status === 'loading')
    return (
      <div className={styles.root}>
        <Skeleton label={t('profile.radar.loading')} shape="circle" className={styles.outline} />
      </div>
    );
  const points = traitShape(traits).map(({ trait, value }) => ({
    label: t(`traits.${trait}`),
    value,
    hue: traitHues[trait],
  }));
  const max = traitScale(traits);
  const values = points.map(({ label, value }) => t('traits.tag', { trait: label, value })).join(', ');
  return (
    <div className={styles.root}>
      <chart.RadarChart points={points} max={max} label={t('profile.radar.label', { name, values })} />
    </div>
  );
}
