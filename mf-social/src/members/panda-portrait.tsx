import type { Panda } from '@frens/contract';
import { formatQuotient } from '@frens/contract/formats';
import { ArrowRightIcon } from '@frens/design-system/icons';
import { pandaQuery } from '@frens/members/queries';
import {
  Avatar,
  Button,
  currentLanguage,
  Link,
  LoadError,
  Skeleton,
  Text,
  UserText,
  useQuery,
  useTranslation,
} from '@frens/platform';
import { pandaPath } from '../paths.ts';
import styles from './panda-portrait.module.css';

/** Loads a member's Panda and shows its summary. */
export function PandaPortrait({ pandaId }: { pandaId: string }) {
  const { t } = useTranslation('mf-social');
  const query = useQuery(pandaQuery(pandaId, currentLanguage()));
  const { data: panda, error } = query;
  if (!panda && !error)
    return (
      <output className={styles.loading} aria-label={t('member.portrait.loading')}>
        <Skeleton shape="circle" className={styles.circle} />
        <div>
          <Skeleton className={styles.name} />
          <Skeleton className={styles.quotient} />
        </div>
        <Skeleton shape="block" />
      </output>
    );
  if (!panda) return <LoadError size="part" title={t('member.portrait.error')} query={query} />;
  return <PandaSummary panda={panda} />;
}

/** A Panda's face, name and score, with a link to its page. */
export function PandaSummary({ panda }: { panda: Panda }) {
  const { t } = useTranslation('mf-social');
  return (
    <>
      <Avatar decorative name={panda.name} src={panda.imageUrl} size="xl" />
      <div>
        <Text weight="bold" size="lg">
          <UserText>{panda.name}</UserText>
        </Text>
        <Text size="sm" tone="muted">
          {t('member.portrait.quotient', { score: formatQuotient(currentLanguage(), panda.frenQuotient) })}
        </Text>
      </div>
      <Button asChild variant="secondary" iconEnd={<ArrowRightIcon />}>
        <Link to={pandaPath(panda.id)}>{t('member.portrait.open')}</Link>
      </Button>
    </>
  );
}
