import { Button, session, useSession, useTranslation } from '@frens/platform';
import { useSyncExternalStore } from 'react';
import styles from './trouble-bar.module.css';

/** Says above every page what is wrong with all of them (D62): there is no connection, or it is not known who is signed in. */
export function TroubleBar() {
  const { t } = useTranslation('shell');
  const isOnline = useSyncExternalStore(
    followConnection,
    () => navigator.onLine,
    () => true,
  );
  const { status } = useSession();
  const isUnknown = status === 'failed';
  return (
    <div role="status" className={styles.place}>
      {isOnline && !isUnknown ? null : (
        <div className={styles.root}>
          <p>{t(isOnline ? 'trouble.session' : 'trouble.offline')}</p>
          {isUnknown ? (
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
