import { Button, useTranslation } from '@frens/platform';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import styles from './folded-list.module.css';

interface FoldedListProps {
  /** Id of its heading. */
  labelledBy: string;
  rows: readonly ReactNode[];
  /** So many are shown before one asks for the rest. */
  first: number;
  className?: string;
  /** What follows once all are shown. */
  end?: ReactNode;
}

/** The first rows of a list, and the button that brings the rest in place. */
export function FoldedList({ labelledBy, rows, first, className, end = null }: FoldedListProps) {
  const { t } = useTranslation('mf-social');
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? rows : rows.slice(0, first);
  const count = rows.length - shown.length;
  const showAll = () => {
    flushSync(() => setOpen(true));
    // The pressed button is gone: the keyboard goes on at the first row that came.
    list.current?.children[first]?.querySelector('a')?.focus();
  };
  return (
    <>
      <ul ref={list} aria-labelledby={labelledBy} className={className}>
        {shown}
      </ul>
      {count > 0 ? (
        <Button size="sm" variant="ghost" className={styles.rest} onClick={showAll}>
          {t('dashboard.home.rest', { count })}
        </Button>
      ) : (
        end
      )}
    </>
  );
}
