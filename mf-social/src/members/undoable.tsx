import { Button, useTranslation } from '@frens/platform';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { focusOnMount } from '../lists/focus-on-mount.ts';
import styles from './undoable.module.css';
import { undoTime } from './use-delayed-sends.ts';

interface UndoableProps {
  /** Text of the decision. */
  children: ReactNode;
  undoLabel: string;
  /** Null once it is sent. */
  onUndo: (() => void) | null;
  /** Action offered after it is sent. */
  next?: ReactNode;
}

/** A decision that can be undone until it is sent (D21). */
export function Undoable({ children, undoLabel, onUndo, next }: UndoableProps) {
  const { t } = useTranslation('mf-social');
  const words = useRef<HTMLSpanElement>(null);
  const canUndo = onUndo !== null;
  // The Undo button disappears unprompted: focus moves to the text.
  useEffect(() => {
    if (!canUndo && document.activeElement === document.body) words.current?.focus({ preventScroll: true });
  }, [canUndo]);
  // Safe: `CSSProperties` does not declare custom properties.
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
            // This button replaces the pressed one.
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
