import type { Panda } from '@frens/contract';
import { traitScale } from '@frens/contract/trait-scale';
import { LazyRadarChart } from '@frens/members/lazy-radar-chart';
import { LoadError, Skeleton, traitHues, useTranslation } from '@frens/platform';
import { traitShape } from '../traits.ts';
import styles from './trait-radar.module.css';

/** The five traits as a radar chart. The portrait card's tags state the same in words. */
export function TraitRadar({ name, traits }: { name: string; traits: Panda['traits'] }) {
  const { t } = useTranslation('mf-panda');
  const points = traitShape(traits).map(({ trait, value }) => ({
    label: t(`traits.${trait}`),
    value,
    hue: traitHues[trait],
  }));
  const values = points.map(({ label, value }) => t('traits.tag', { trait: label, value })).join(', ');
  return (
    <div className={styles.root}>
      <LazyRadarChart
        points={points}
        max={traitScale(traits)}
        label={t('profile.radar.label', { name, values })}
        loading={<Skeleton label={t('profile.radar.loading')} shape="circle" className={styles.outline} />}
        failed={(failure) => <LoadError size="part" title={t('profile.radar.error')} query={failure} />}
      />
    </div>
  );
}
