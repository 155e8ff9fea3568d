import { ArrowLeftIcon } from '@frens/design-system/icons';
import { Button, Link, useTranslation } from '@frens/platform';
import { paths } from '../../../paths.ts';
import styles from './way-back.module.css';

/** The link from a profile to all Pandas. */
export function WayBack() {
  const { t } = useTranslation('mf-panda');
  return (
    <Button asChild variant="ghost" size="sm" icon={<ArrowLeftIcon />} className={styles.root}>
      <Link to={paths.pandas}>{t('profile.all')}</Link>
    </Button>
  );
}
