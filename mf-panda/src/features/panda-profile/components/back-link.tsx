import { ArrowLeftIcon } from '@frens/design-system/icons';
import { arriveWhereLeft, Button, Link, useLocation, useTranslation } from '@frens/platform';
import { paths } from '../../../paths.ts';
import styles from './back-link.module.css';

/** The link from a profile to all Pandas; whoever came from the list finds it as they left it. */
export function WayBack() {
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
