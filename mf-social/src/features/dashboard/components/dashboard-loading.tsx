import { Skeleton, Stack, useTranslation, VisuallyHidden } from '@frens/platform';
import styles from './home.module.css';

/** Skeleton of the dashboard: the waiting panel, and the home below it. */
export function DashboardLoading() {
  const { t } = useTranslation('mf-social');
  return (
    <Stack gap="xl">
      <VisuallyHidden role="status">{t('dashboard.loading')}</VisuallyHidden>
      <Skeleton shape="block" />
      <div className={styles.root}>
        <Skeleton shape="card" className={styles.loading} />
        <Skeleton shape="card" className={styles.loading} />
      </div>
    </Stack>
  );
}
