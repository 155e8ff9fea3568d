import {
  AwaitedList,
  currentLanguage,
  Heading,
  LoadMore,
  pagedList,
  Text,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import { useRef } from 'react';
import { ledgerQuery } from '../../../bamboo.queries.ts';
import styles from './ledger.module.css';
import { LedgerRow } from './ledger-row.tsx';

/** The member's ledger by page, newest first (D33). */
export function Ledger() {
  const { t } = useTranslation('mf-panda');
  return (
    <section className={styles.root}>
      <Heading level={2} size="md">
        {t('bamboo.ledger.title')}
      </Heading>
      <Entries />
    </section>
  );
}

function Entries() {
  const { t } = useTranslation('mf-panda');
  const rows = useRef<HTMLOListElement>(null);
  const list = pagedList(useInfiniteQuery(ledgerQuery(currentLanguage())));
  if (list.status !== 'ready')
    return (
      <AwaitedList
        list={list}
        loading={t('bamboo.ledger.loading')}
        lines={6}
        size="section"
        headingLevel={3}
        failed={t('bamboo.ledger.error')}
      />
    );
  if (list.items.length === 0) return <Text tone="muted">{t('bamboo.ledger.empty')}</Text>;
  return (
    <>
      <ol ref={rows} className={styles.list}>
        {list.items.map((entry) => (
          <LedgerRow key={entry.id} entry={entry} />
        ))}
      </ol>
      <LoadMore pages={list.pages} items={rows} />
    </>
  );
}
