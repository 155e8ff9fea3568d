import { Link, Notice, useSession, type useSessionEnded, useTranslation } from '@frens/platform';
import type { readNavigationState } from '../navigation-state.ts';
import { InvitationNote } from './invitation-note.tsx';

interface EntryNoticesProps {
  sessionEnd: ReturnType<typeof useSessionEnded>;
  navigationState: ReturnType<typeof readNavigationState>;
  inviteCode: string | null;
  /** Whether the visitor can choose between ways to sign in or up. */
  canEnter: boolean;
}

/** Why the visitor is here: a session that ended, a page that needs an account, an invitation. */
export function EntryNotices({ sessionEnd, navigationState, inviteCode, canEnter }: EntryNoticesProps) {
  const { t } = useTranslation('mf-auth');
  const { status } = useSession();
  return (
    <>
      {status === 'loading' ? (
        // Without a script nothing redirects; the session cookie shows that the visitor may be signed in.
        <noscript>
          <span data-reader="member">
            <Notice title={t('signedIn.title')}>
              {t('signedIn.text')} <Link to="/groups">{t('signedIn.circles')}</Link> ·{' '}
              <Link to="/panda">{t('signedIn.pandas')}</Link>
            </Notice>
          </span>
        </noscript>
      ) : null}
      {sessionEnd ? (
        <Notice role="status" title={t(`signedOut.${sessionEnd}.title`)}>
          {t(`signedOut.${sessionEnd}.text`)}
        </Notice>
      ) : null}
      {(['toSee', 'toJoin'] as const).map((wish) =>
        navigationState[wish] !== '' && canEnter ? (
          <Notice key={wish} title={t(`${wish}.title`, { name: navigationState[wish] })}>
            {t(`${wish}.text`)}
          </Notice>
        ) : null,
      )}
      {inviteCode !== null && canEnter ? <InvitationNote code={inviteCode} /> : null}
    </>
  );
}
