import { Card, Container, Skeleton, Spinner, useTranslation } from '@frens/platform';
import styles from './panda-profile.module.css';
import loading from './profile-loading.module.css';

/** Skeleton of a profile, with the text of the specification. */
export function ProfileLoading() {
  const { t } = useTranslation('mf-panda');
  return (
    <Container className={styles.root}>
      <p className={loading.words} role="status">
        <Spinner size="sm" label="" />
        {t('profile.loading')}
      </p>
      <div className={styles.columns} aria-hidden="true">
        <Card className={loading.portrait}>
          <Skeleton shape="card" className={loading.image} />
          <Skeleton lines={4} />
        </Card>
        <div className={styles.rest}>
          <Skeleton shape="card" className={loading.card} />
          <Skeleton lines={6} />
        </div>
      </div>
    </Container>
  );
}
