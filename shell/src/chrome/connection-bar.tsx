import { Button, session, useSession, useTranslation } from '@frens/platform';
import { hasMembersDraft } from '@frens/platform/internal';
import { useSyncExternalStore } from 'react';
import styles from './connection-bar.module.css';

/**
 * Shows problems of the whole site: the browser is offline, the session is unknown (D62), or the session ended while a form was filled in,
 * whose draft is kept for the next sign-in (D63). It is part of the sticky bar, so that it covers nothing.
 */
export function TroubleBar() {
  const { t } = useTranslation('shell');
  const isOnline = useSyncExternalStore(
    followConnection,
    () => navigator.onLine,
    () => true,
  );
  const { status } = useSession();
  const hasKept = status === 'signed-out' && hasMembersDraft();
  const trouble = isOnline ? (status === 'failed' ? 'session' : hasKept ? 'kept' : null) : 'offline';
  return (
    <div role="status" className={styles.place} data-trouble={trouble ?? undefined}>
      {trouble === null ? null : (
        <div className={styles.root}>
          <p>{t(`trouble.${trouble}`)}</p>
          {status === 'failed' ? (
            <Button size="sm" variant="secondary" onClick={() => void session.refresh()}>
              {t('error.retry')}
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}

function followConnection(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
