import type { Panda } from '@frens/contract';
import { formatCount } from '@frens/contract/formats';
import {
  Button,
  Card,
  currentLanguage,
  Heading,
  Link,
  Text,
  UserText,
  useLocale,
  useLocation,
  useSession,
  useTranslation,
} from '@frens/platform';
import { QuotientBadge } from '../../../components/quotient-badge.tsx';
import { paths } from '../../../paths.ts';
import styles from './panda-card.module.css';

/** A Panda in the list, linked to its profile. "Back" opens the profile's stake form, after sign-in for visitors (D47). */
export function PandaCard({ panda }: { panda: Panda }) {
  const { t } = useTranslation('mf-panda');
  const { user } = useSession();
  const { search } = useLocation();
  const locale = useLocale();
  const { id, name, uniqueBackers: backers } = panda;
  // History state and parameter: the list's search, the Panda's name for the sign-in page, and the circle that requires a stake.
  const state = { pandaSearch: search, toSee: name };
  const forCircle = new URLSearchParams(search).get('for');
  return (
    <Card asChild padding="none" interactive className={styles.root}>
      <article>
        <img className={styles.image} src={panda.imageUrl} alt="" width={320} height={320} loading="lazy" />
        <div className={styles.words}>
          <div>
            <Heading level={2} size="sm" className={styles.name}>
              <Link to={paths.panda(id, forCircle)} state={state} data-card-link>
                <UserText>{name}</UserText>
              </Link>
            </Heading>
            {panda.owner && !panda.isMine ? (
              <Text size="sm" tone="muted" className={styles.owner}>
                {t('list.owner', { name: panda.owner.name })}
              </Text>
            ) : null}
          </div>
          <div className={styles.facts}>
            <QuotientBadge quotient={panda.frenQuotient} />
            <Text size="sm" tone="muted">
              {t('list.backers', { count: backers, shown: formatCount(currentLanguage(), backers, locale) })}
            </Text>
          </div>
          {panda.isMine ? (
            <Text size="sm" tone="muted" weight="bold" className={styles.own}>
              {t('list.own')}
            </Text>
          ) : (
            <Button asChild variant="secondary" size="sm" fullWidth className={styles.back}>
              <Link
                to={paths.backPanda(id, forCircle)}
                state={state}
                aria-label={user ? undefined : t('list.backSignIn', { name })}
              >
                {user ? t('list.backName', { name }) : t('list.backSignInShort')}
              </Link>
            </Button>
          )}
        </div>
      </article>
    </Card>
  );
}
