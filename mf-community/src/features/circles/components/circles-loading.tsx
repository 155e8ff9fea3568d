import { Grid, NoscriptResults, Skeleton, useTranslation } from '@frens/platform';
import styles from './circle-results.module.css';

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Skeleton of the cards. */
export function CirclesLoading() {
  const { t } = useTranslation('mf-community');
  return (
    <div>
      <Grid gap="lg">
        {places.map((place, index) => (
          <Skeleton
            key={place}
            shape="card"
            label={index === 0 ? t('circles.loading') : undefined}
            className={styles.place}
          />
        ))}
      </Grid>
      <NoscriptResults none={t('circles.empty.search')} />
    </div>
  );
}
