import { Grid, NoscriptResults, Skeleton, useTranslation, VisuallyHidden } from '@frens/platform';
import styles from './panda-card.module.css';

const outlines = Array.from({ length: 8 }, (_, place) => `outline-${place}`);

/** The outline of the first Pandas. */
export function PandaGridLoading() {
  const { t } = useTranslation('mf-panda');
  return (
    <div role="status">
      <VisuallyHidden>{t('list.loading')}</VisuallyHidden>
      <Grid columns={4} aria-hidden="true">
        {outlines.map((outline) => (
          <Skeleton key={outline} shape="card" className={styles.outline} />
        ))}
      </Grid>
      <NoscriptResults none={t('list.none.title')} />
    </div>
  );
}
