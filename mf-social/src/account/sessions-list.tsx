import type { SignedInPlace } from '@frens/contract';
import { formatMoment } from '@frens/contract/formats';
import { Badge, Button, Cluster, currentLanguage, Text, useTranslation } from '@frens/platform';
import { useFocusFallback } from '../lists/use-focus-fallback.ts';
import { useEndSession } from './sessions.queries.ts';
import styles from './sessions-list.module.css';

/** Lists the member's sessions, each with a button that ends it. */
export function SessionsList({ places }: { places: SignedInPlace[] }) {
  const { t } = useTranslation('mf-social');
  const end = useEndSession();
  const list = useFocusFallback<HTMLUListElement>(places.length);
  const hasOthers = places.some((place) => !place.current);
  return (
    <div className={styles.root}>
      <ul ref={list} tabIndex={-1} aria-label={t('account.places.change.title')} className={styles.list}>
        {places.map((place) => (
          <SessionRow key={place.id} place={place} action={end} />
        ))}
      </ul>
      {hasOthers ? (
        <Button
          variant="secondary"
          loading={end.isPending && end.variables === 'others'}
          onClick={() => end.run('others')}
        >
          {t('account.places.endOthers')}
        </Button>
      ) : (
        <Text tone="muted">{t('account.places.onlyHere')}</Text>
      )}
    </div>
  );
}

interface PlaceRowProps {
  place: SignedInPlace;
  action: ReturnType<typeof useEndSession>;
}

function SessionRow({ place: { id, browser, createdAt, lastSeenAt, current }, action }: PlaceRowProps) {
  const { t } = useTranslation('mf-social');
  const language = currentLanguage();
  const since = formatMoment(language, createdAt);
  const seen = formatMoment(language, lastSeenAt);
  const name = browser
    ? t(browser.system === null ? 'account.places.browser' : 'account.places.browserOn', { ...browser })
    : t('account.places.unknown');
  const { variables } = action;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <Cluster gap="sm">
          <Text asChild weight="bold">
            <span>{name}</span>
          </Text>
          {current ? <Badge hue="bamboo">{t('account.places.here')}</Badge> : null}
        </Cluster>
        <Text size="sm" tone="muted">
          {t(current || seen === since ? 'account.places.since' : 'account.places.times', { since, seen })}
        </Text>
      </div>
      {current ? null : (
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('account.places.endLabel', { name, seen })}
          loading={action.isPending && typeof variables === 'object' && variables.id === id}
          onClick={() => action.run({ id })}
        >
          {t('account.places.end')}
        </Button>
      )}
    </li>
  );
}
