import {
  LoadError,
  Navigate,
  onSignOut,
  Spinner,
  session,
  useLocation,
  useSession,
  useTranslation,
} from '@frens/platform';
import { type ReactNode, useEffect, useState } from 'react';
import styles from '../composition/remote-pending.module.css';

/** Lets members pass, shows a spinner while it is not known who is there, and sends visitors to /auth (spec section 2). */
export function MemberGate({ children }: { children: ReactNode }) {
  const current = useSession();
  const { pathname, search, hash, state } = useLocation();
  const { t } = useTranslation('shell');
  const [hasSignedOut, setSignedOut] = useState(false);
  useEffect(() => onSignOut(() => setSignedOut(true)), []);
  if (current.status === 'loading') {
    return (
      <div className={styles.pending}>
        <Spinner label={t('session.loading')} />
      </div>
    );
  }
  if (current.status === 'failed') {
    return (
      <LoadError
        headingLevel={1}
        title={t('session.failed.title')}
        safe={t('session.failed.text')}
        error={current.error}
        onRetry={() => void session.refresh()}
      />
    );
  }
  if (current.status === 'signed-out') {
    // Who signed out, here or in another tab, goes home; only who needs to sign in is asked to.
    if (hasSignedOut) return <Navigate to="/" replace />;
    // The name of whom they want to see, which the link that they followed carries.
    const { toSee } = Object(state) as { toSee?: unknown };
    return (
      <Navigate to={`/auth?next=${encodeURIComponent(pathname + search + hash)}`} replace state={{ toSee }} />
    );
  }
  return children;
}
