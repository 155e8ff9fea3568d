import { Button, useTranslation } from '@frens/platform';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { focusOnMount } from '../lists/focus-on-mount.ts';
import styles from './undoable.module.css';
import { undoTime } from './use-delayed-sends.ts';

interface UndoableProps {
  /** What was decided. */
  children: ReactNode;
  undoLabel: string;
  /** Null once it is sent. */
  onUndo: (() => void) | null;
  /** What can be done then. */
  next?: ReactNode;
}

/** What a member has just decided, and the way back while there is one (D21). */
export function Undoable({ children, undoLabel, onUndo, next }: UndoableProps) {
  const { t } = useTranslation('mf-social');
  const words = useRef<HTMLSpanElement>(null);
  const canUndo = onUndo !== null;
  // Undo goes away by itself: the keyboard stays with the words.
  useEffect(() => {
    if (!canUndo && document.activeElement === document.body) words.current?.focus({ preventScroll: true });
  }, [canUndo]);
  // True because a style may hold custom properties, which its type does not say.
  const style = { '--undo-time': `${undoTime}ms` } as CSSProperties;
  return (
    <div className={styles.root} style={style}>
      <span role="status" tabIndex={-1} ref={words} className={styles.words}>
        {children}
      </span>
      {onUndo ? (
        <>
          <Button
            size="sm"
            variant="secondary"
            // The button that was pressed has made way for this one.
            ref={focusOnMount}
            aria-label={undoLabel}
            onClick={onUndo}
          >
            {t('dashboard.friends.undo')}
          </Button>
          <span className={styles.time} />
        </>
      ) : (
        next
      )}
    </div>
  );
}
