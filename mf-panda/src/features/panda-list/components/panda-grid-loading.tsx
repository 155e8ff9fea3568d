import { pageSizes } from '@frens/contract/page-sizes';
import { Grid, NoscriptFound, NoscriptResults, Skeleton, useTranslation } from '@frens/platform';
import styles from './panda-card.module.css';
import gridStyles from './panda-grid.module.css';
import { useShownWords } from './use-shown-words.ts';

const outlines = Array.from({ length: 8 }, (_, place) => `outline-${place}`);

/** Skeleton of the first Pandas. */
export function PandaGridLoading() {
  const { t } = useTranslation('mf-panda');
  const shownWords = useShownWords();
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
      <p className={gridStyles.shown}>
        <NoscriptFound most={pageSizes['GET /api/pandas']} words={shownWords} />
      </p>
    </div>
  );
}
