import type { Panda } from '@frens/contract';
import { formatCount } from '@frens/contract/formats';
import {
  Button,
  Card,
  currentLanguage,
  Heading,
  Link,
  Text,
  useLocation,
  useTranslation,
} from '@frens/platform';
import { QuotientBadge } from '../../../components/quotient-badge.tsx';
import { paths } from '../../../paths.ts';
import styles from './panda-card.module.css';

/** One Panda of the list; its "Back" leads to the profile, where a visitor is asked to sign in first (D47). */
export function PandaCard({ panda }: { panda: Panda }) {
  const { t } = useTranslation('mf-panda');
  const { search } = useLocation();
  const backers = panda.uniqueBackers;
  return (
    <Card asChild padding="none" interactive className={styles.root}>
      <article>
        <img className={styles.image} src={panda.imageUrl} alt="" width={320} height={320} loading="lazy" />
        <div className={styles.words}>
          <Heading level={2} size="sm" className={styles.name}>
            {panda.name}
          </Heading>
          <div className={styles.facts}>
            <QuotientBadge quotient={panda.frenQuotient} />
            <Text size="sm" tone="muted">
              {t('list.backers', { count: backers, shown: formatCount(currentLanguage(), backers) })}
            </Text>
          </div>
          <Button asChild variant="secondary" size="sm" fullWidth>
            <Link to={paths.panda(panda.id)} state={{ pandaSearch: search }} data-card-link>
              {panda.isMine ? t('list.own') : t('list.backName', { name: panda.name })}
            </Link>
          </Button>
        </div>
      </article>
    </Card>
  );
}
