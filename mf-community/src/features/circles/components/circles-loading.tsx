import { Grid, NoscriptResults, Skeleton, useTranslation, VisuallyHidden } from '@frens/platform';
import styles from './circle-results.module.css';

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** Stands where the cards will be. */
export function CirclesLoading() {
  const { t } = useTranslation('mf-community');
  return (
    <div>
      <VisuallyHidden role="status">{t('circles.loading')}</VisuallyHidden>
      <Grid gap="lg">
        {places.map((place) => (
          <Skeleton key={place} shape="card" className={styles.place} />
        ))}
      </Grid>
      <NoscriptResults none={t('circles.empty.search')} />
    </div>
  );
}
