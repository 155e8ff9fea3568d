import { Button, useTranslation } from '@frens/platform';
import type { CSSProperties } from 'react';
import { focusOnMount } from '../lists/focus-on-mount.ts';
import styles from './undo-removal.module.css';
import { undoTime } from './use-removals.ts';

interface UndoRemovalProps {
  name: string;
  /** Null once the removal is sent. */
  onUndo: (() => void) | null;
}

/** A friend on the way out, and the way back while there is one (D21). */
export function UndoRemoval({ name, onUndo }: UndoRemovalProps) {
  const { t } = useTranslation('mf-social');
  // True because a style may hold custom properties, which its type does not say.
  const style = { '--undo-time': `${undoTime}ms` } as CSSProperties;
  return (
    <div className={styles.root} style={style}>
      <span role="status">{t('dashboard.friends.removing', { name })}</span>
      {onUndo ? (
        <>
          <Button
            size="sm"
            variant="secondary"
            // The button that was pressed has made way for this one.
            ref={focusOnMount}
            aria-label={t('dashboard.friends.undoLabel', { name })}
            onClick={onUndo}
          >
            {t('dashboard.friends.undo')}
          </Button>
          <span className={styles.time} />
        </>
      ) : null}
    </div>
  );
}
