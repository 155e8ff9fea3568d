import { Skeleton, Stack, useTranslation } from '@frens/platform';
import styles from './home.module.css';

/** Skeleton of the dashboard: the waiting panel, and the home below it. */
export function DashboardLoading() {
  const { t } = useTranslation('mf-social');
  return (
    <Stack gap="xl">
      <Skeleton shape="block" label={t('dashboard.loading')} />
      <div className={styles.root}>
        <Skeleton shape="card" className={styles.loading} />
        <Skeleton shape="card" className={styles.loading} />
      </div>
    </Stack>
  );
}
