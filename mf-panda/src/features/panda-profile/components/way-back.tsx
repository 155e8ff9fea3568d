import { ArrowLeftIcon } from '@frens/design-system/icons';
import { Button, Link, useLocation, useTranslation } from '@frens/platform';
import { paths } from '../../../paths.ts';
import styles from './way-back.module.css';

/** The link from a profile to all Pandas, or to the search that led here. */
export function WayBack() {
  const { t } = useTranslation('mf-panda');
  const { state } = useLocation();
  const search: unknown = state?.pandaSearch;
  return (
    <Button asChild variant="ghost" size="sm" icon={<ArrowLeftIcon />} className={styles.root}>
      <Link to={paths.pandas + (typeof search === 'string' ? search : '')}>{t('profile.all')}</Link>
    </Button>
  );
}
