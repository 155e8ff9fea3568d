import { Card, Skeleton, useTranslation, VisuallyHidden } from '@frens/platform';
import styles from './ready-circle.module.css';

/** Skeleton of a circle's page. */
export function CircleLoading() {
  const { t } = useTranslation('mf-community');
  return (
    <>
      <VisuallyHidden role="status">{t('circle.loading')}</VisuallyHidden>
      <Card>
        <div className={styles.head}>
          <Skeleton shape="circle" className={styles.emblem} />
          <Skeleton lines={3} />
        </div>
      </Card>
      <Skeleton shape="card" />
    </>
  );
}
