import { ArrowLeftIcon } from '@frens/design-system/icons';
import { arriveWhereLeft, Button, Link, useLocation, useTranslation } from '@frens/platform';
import { paths } from '../../../paths.ts';
import styles from './back-link.module.css';

/** Links back to all Pandas, restoring the search and position of a visitor from the list. */
export function BackLink() {
  const { t } = useTranslation('mf-panda');
  const { state } = useLocation();
  const search: unknown = state?.pandaSearch;
  const hasList = typeof search === 'string';
  return (
    <Button asChild variant="ghost" size="sm" icon={<ArrowLeftIcon />} className={styles.root}>
      <Link to={paths.pandas + (hasList ? search : '')} state={hasList ? arriveWhereLeft : undefined}>
        {t(hasList ? 'profile.back' : 'profile.all')}
      </Link>
    </Button>
  );
}
