import type { Panda } from '@frens/contract';
import { Grid, LoadMore, type MoreOfList, useTranslation } from '@frens/platform';
import { useRef } from 'react';
import { PandaCard } from './panda-card.tsx';
import styles from './panda-grid.module.css';
import { useShownWords } from './use-shown-words.ts';

interface PandaGridProps {
  pandas: Panda[];
  pages: MoreOfList;
  /** Whether a server search is pending. */
  isBusy: boolean;
}

/** The loaded Pandas, and a button to load more. */
export function PandaGrid({ pandas, pages, isBusy }: PandaGridProps) {
  const { t } = useTranslation('mf-panda');
  const shownWords = useShownWords();
  const grid = useRef<HTMLUListElement>(null);

  return (
    <div className={styles.root} aria-busy={isBusy}>
      <Grid asChild columns={4}>
        <ul className={styles.list} ref={grid} aria-label={t('list.label')}>
          {pandas.map((panda) => (
            <li key={panda.id}>
              <PandaCard panda={panda} />
            </li>
          ))}
        </ul>
      </Grid>
      <div className={styles.end}>
        <p className={styles.shown} role="status">
          {shownWords(pandas.length)}
        </p>
        <LoadMore pages={pages} items={grid} />
      </div>
    </div>
  );
}
