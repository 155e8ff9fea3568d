import type { Panda } from '@frens/contract';
import { Button, currentLanguage, Grid, Notice, serverText, useTranslation } from '@frens/platform';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../../formats.ts';
import { PandaCard } from './panda-card.tsx';
import styles from './panda-grid.module.css';

interface PandaGridProps {
  pandas: Panda[];
  /** How the next page is fetched; null when all are shown. */
  more: { isLoading: boolean; error: Error | null; load: () => void } | null;
}

/** The Pandas loaded so far and the way to more of them. */
export function PandaGrid({ pandas, more }: PandaGridProps) {
  const { t } = useTranslation('mf-panda');
  const list = useRef<HTMLUListElement>(null);
  const count = pandas.length;
  const shownAtRequest = useRef<number | null>(null);

  // The button leaves with the last page: whoever pressed it by keyboard goes on at the first new Panda.
  useEffect(() => {
    const before = shownAtRequest.current;
    if (before === null || count <= before) return;
    shownAtRequest.current = null;
    list.current?.children[before]?.querySelector('a')?.focus({ preventScroll: true });
  }, [count]);

  return (
    <div className={styles.root}>
      <Grid asChild columns={4}>
        <ul className={styles.list} ref={list} aria-label={t('list.label')}>
          {pandas.map((panda) => (
            <li key={panda.id}>
              <PandaCard panda={panda} />
            </li>
          ))}
        </ul>
      </Grid>
      <div className={styles.end}>
        <p className={styles.shown} role="status">
          {t('list.shown', { count, shown: formatCount(currentLanguage(), count) })}
        </p>
        {more?.error ? (
          <Notice tone="danger" role="alert" title={t('list.error.more')}>
            {serverText(more.error)}
          </Notice>
        ) : null}
        {more ? (
          <Button
            variant="secondary"
            loading={more.isLoading}
            onClick={() => {
              shownAtRequest.current = count;
              more.load();
            }}
          >
            {t(more.error ? 'list.error.retry' : 'list.more')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
