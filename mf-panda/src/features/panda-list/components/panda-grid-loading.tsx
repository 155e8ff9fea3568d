import { Grid, NoscriptResults, Skeleton, useTranslation } from '@frens/platform';
import styles from './panda-card.module.css';

const outlines = Array.from({ length: 8 }, (_, place) => `outline-${place}`);

/** Skeleton of the first Pandas. */
export function PandaGridLoading() {
  const { t } = useTranslation('mf-panda');
  return (
    <div>
      <Grid columns={4}>
        {outlines.map((outline, index) => (
          <Skeleton
            key={outline}
            shape="card"
            label={index === 0 ? t('list.loading') : undefined}
            className={styles.outline}
          />
        ))}
      </Grid>
      <NoscriptResults none={t('list.none.title')} />
    </div>
  );
}
