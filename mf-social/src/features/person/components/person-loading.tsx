import { Card, Skeleton, useTranslation, VisuallyHidden } from '@frens/platform';
import styles from './person-profile.module.css';

/** Skeleton of a person's page. */
export function PersonLoading() {
  const { t } = useTranslation('mf-social');
  return (
    <div className={styles.root}>
      <VisuallyHidden role="status">{t('person.loading')}</VisuallyHidden>
      <Card className={styles.card} padding="none">
        <span className={styles.band} />
        <div className={styles.head}>
          <Skeleton shape="circle" className={styles.picture} />
          <Skeleton lines={2} className={styles.line} />
        </div>
      </Card>
      <div className={styles.columns}>
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
    </div>
  );
}
