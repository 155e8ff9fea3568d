import { firstPageLimits } from '@frens/contract/first-page-limits';
import { formatAmount } from '@frens/contract/formats';

import {
  api,
  Button,
  currentLanguage,
  Link,
  Notice,
  restoreFocus,
  session,
  toast,
  useAction,
  useSession,
  useTranslation,
} from '@frens/platform';

import { useEffect } from 'react';

/** What is withheld here until the address is confirmed (D7). */
export interface ConfirmEmailNoticeProps {
  reason: 'welcome' | 'requests' | 'stake' | 'invite';
}

/**
 * Says what a member without a confirmed address goes without at this place, with the way out: the link again, or another address.
 * Nothing for everybody else. Whoever comes back to the page is asked for anew: the address may have been confirmed meanwhile.
 */
export function ConfirmEmailNotice({ reason }: ConfirmEmailNoticeProps) {
  const { t } = useTranslation('members');
  const { user } = useSession();
  const send = useAction({
    send: () => api.call('POST /api/account/confirmation'),
    meta: { failureTitle: t('confirmEmail.failed') },
    onSuccess() {
      toast({ title: t('confirmEmail.sent'), description: t('confirmEmail.sentText'), tone: 'success' });
      // It may have been confirmed in another browser.
      return session.refresh();
    },
  });
  const isWaiting = user?.emailVerified === false;
  useEffect(() => {
    if (!isWaiting) return;
    // The mail is mostly read elsewhere: in another tab, or on the phone.
    const look = () => void session.refresh();
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, [isWaiting]);
  if (!user || user.emailVerified) return null;
  const { email } = user;
  const values = {
    email,
    bamboo: formatAmount(currentLanguage(), firstPageLimits.confirmedGrant),
    requests: firstPageLimits.requestsPerDayUnverified,
  };
  return (
    <Notice
      ref={restoreFocus}
      tone="warning"
      title={t(email === '' ? 'confirmEmail.missing' : 'confirmEmail.title')}
      action={
        email === '' ? null : (
          <Button size="sm" variant="secondary" loading={send.isPending} onClick={() => send.run()}>
            {t('confirmEmail.action')}
          </Button>
        )
      }
    >
      {t(email === '' ? 'confirmEmail.missingText' : `confirmEmail.${reason}`, values)}{' '}
      <Link to="/profile">{t(email === '' ? 'confirmEmail.give' : 'confirmEmail.change')}</Link>
    </Notice>
  );
}
