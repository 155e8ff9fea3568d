import { Button, useTranslation } from '@frens/platform';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import styles from './folded-list.module.css';

interface FoldedListProps {
  /** Id of the list's heading. */
  labelledBy: string;
  rows: readonly ReactNode[];
  /** Rows shown before the rest is expanded. */
  first: number;
  className?: string;
  /** Follows the fully expanded list. */
  end?: ReactNode;
}

/** The first rows of a list, and a button that expands the rest in place. */
export function FoldedList({ labelledBy, rows, first, className, end = null }: FoldedListProps) {
  const { t } = useTranslation('mf-social');
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? rows : rows.slice(0, first);
  const count = rows.length - shown.length;
  const showAll = () => {
    flushSync(() => setOpen(true));
    // The pressed button is gone: focus the first new row.
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
