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

/** What needs a confirmed address here (D7). */
export interface ConfirmEmailNoticeProps {
  reason: 'welcome' | 'requests' | 'stake' | 'invite';
}

/**
 * Tells a member without a confirmed address what they cannot do here, and offers to resend the link or change the address. Renders
 * nothing for others. Refetches the session when the page is opened again, because the address may have been confirmed since.
 */
export function ConfirmEmailNotice({ reason }: ConfirmEmailNoticeProps) {
  const { t } = useTranslation('members');
  const { user } = useSession();
  const send = useAction({
    send: () => api.call('POST /api/account/confirmation'),
    meta: { failureTitle: t('confirmEmail.failed') },
    onSuccess() {
      toast({ title: t('confirmEmail.sent'), description: t('confirmEmail.sentText'), tone: 'success' });
      // The address may have been confirmed in another browser.
      return session.refresh();
    },
  });
  const isWaiting = user?.emailVerified === false;
  useEffect(() => {
    if (!isWaiting) return;
    // Most members open the mail elsewhere: in another tab or on their phone.
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
