import { signInPath } from '@frens/contract/sign-in-path';
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
import { useIsHydrating } from '@frens/platform/internal';
import { type ReactNode, useEffect, useState } from 'react';
import styles from '../composition/remote-pending.module.css';

/**
 * Guards members' pages and redirects visitors to /auth (spec section 2), as the server does where a page is opened. Until the session is known it shows a spinner, or keeps the page that was
 * pre-rendered for any member.
 */
export function MemberGate({ children }: { children: ReactNode }) {
  const current = useSession();
  const { pathname, search, hash, state } = useLocation();
  const { t } = useTranslation('shell');
  const [hasSignedOut, setSignedOut] = useState(false);
  const [isRendered] = useState(useIsHydrating());
  useEffect(() => onSignOut(() => setSignedOut(true)), []);
  if (current.status === 'loading') {
    if (isRendered) return children;
    return (
      <div className={styles.pending}>
        <Spinner label={t('session.loading')} />
      </div>
    );
  }
  if (current.status === 'failed')
    return (
      <LoadError
        headingLevel={1}
        title={t('session.failed.title')}
        safe={t('session.failed.text')}
        query={{ error: current.error, retry: () => session.refresh() }}
      />
    );
  if (current.status === 'signed-out') {
    // After signing out, here or in another tab, navigate home instead of to the sign-in.
    if (hasSignedOut) return <Navigate to="/" replace />;
    // The name of the member to see, from the state of the followed link.
    const { toSee } = Object(state) as { toSee?: unknown };
    return <Navigate to={signInPath(pathname + search + hash)} replace state={{ toSee }} />;
  }
  return children;
}
