import type { Panda } from '@frens/contract';
import { formatAmount } from '@frens/contract/formats';
import { memberPicture } from '@frens/contract/picture-files';
import { HeartIcon } from '@frens/design-system/icons';
import {
  Amount,
  Avatar,
  Badge,
  currentLanguage,
  Heading,
  Link,
  LoadError,
  Skeleton,
  Text,
  UserText,
  useQuery,
  useSession,
  useTranslation,
} from '@frens/platform';
import { paths } from '../../../paths.ts';
import { backersOf } from '../backers.ts';
import { stakesQuery } from '../panda-profile.queries.ts';
import styles from './recent-backers.module.css';

const backersShown = 3;

/** The three most recent backers of a Panda, each with the sum of their stakes. */
export function RecentBackers({ panda }: { panda: Panda }) {
  const { t } = useTranslation('mf-panda');
  return (
    <section className={styles.root}>
      <Heading level={2} size="sm">
        {t('profile.recent.title')}
      </Heading>
      <BackerList panda={panda} />
    </section>
  );
}

function BackerList({ panda }: { panda: Panda }) {
  const { t } = useTranslation('mf-panda');
  const { user } = useSession();
  const query = useQuery(stakesQuery(panda.id));
  const { data: stakes, error } = query;
  if (error && !stakes) return <LoadError size="part" title={t('profile.recent.error')} query={query} />;
  if (!stakes) return <Skeleton label={t('profile.recent.loading')} lines={backersShown} />;
  if (stakes.length === 0)
    return (
      <Text size="sm" tone="muted">
        {t(panda.isMine ? 'profile.recent.emptyMine' : 'profile.recent.empty')}
      </Text>
    );
  return (
    <ul className={styles.list}>
      {backersOf(stakes)
        .slice(0, backersShown)
        .map(({ stakerId, name, username, image, pandaImage, amount }) => (
          <li key={stakerId} className={styles.backer}>
            {name === null ? (
              <span className={styles.nobody} aria-hidden="true">
                <HeartIcon size={16} />
              </span>
            ) : (
              <Avatar
                size="sm"
                name={name}
                {...memberPicture({ profileImage: image, pandaImage })}
                decorative
              />
            )}
            <span className={styles.fren}>
              {username === null ? (
                <UserText>{name ?? t('profile.recent.fren', { stakerId })}</UserText>
              ) : (
                <Link to={paths.person(username)}>
                  <UserText>{name}</UserText>
                </Link>
              )}
            </span>
            {stakerId === user?.id ? <Badge hue="bamboo">{t('profile.recent.you')}</Badge> : null}
            <Amount size="sm" tone="celebrate" value={formatAmount(currentLanguage(), amount)} />
          </li>
        ))}
    </ul>
  );
}
