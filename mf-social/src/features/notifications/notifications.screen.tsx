import type { Notification } from '@frens/contract';
import { Notifications } from '@frens/members/notifications';
import { notificationsQuery } from '@frens/members/queries';
import { PageHeader, pagedList, useInfiniteQuery, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { pendingQuery } from '../../members/connections.queries.ts';
import { useDelayedSends } from '../../members/use-delayed-sends.ts';
import { Page } from '../../page.tsx';
import { Answers, useStableRows } from '../../waiting/answers.ts';
import { RequestAnswers } from '../../waiting/request-answers.tsx';

/** /notifications: all notifications (D60). Connection requests take their answer in the row, and are read only where one is listed. */
export function NotificationsScreen() {
  const { t } = useTranslation('mf-social');
  const answers = useDelayedSends();
  return (
    <Answers value={answers}>
      <Page width="form">
        <PageHeader title={t('notifications.title')} description={t('notifications.intro')} />
        <AnsweredNotifications />
      </Page>
    </Answers>
  );
}

const isUnanswered = ({ kind, outcome }: Notification) => kind === 'request' && outcome === null;

function AnsweredNotifications() {
  // The list below reads them.
  const listed = pagedList(useInfiniteQuery({ ...notificationsQuery, enabled: false }));
  const isAsked = listed.status === 'ready' && listed.items.some(isUnanswered);
  const [needsRequests, setNeedsRequests] = useState(isAsked);
  // Answered rows still need them.
  if (isAsked && !needsRequests) setNeedsRequests(true);
  const pending = pagedList(useInfiniteQuery({ ...pendingQuery, staleTime: 0, enabled: needsRequests }));
  const open = pending.status === 'ready' ? pending.items : [];
  const requests = useStableRows(open, ({ id }) => id).filter(({ direction }) => direction === 'incoming');
  return (
    <Notifications
      isAwaitingAnswers={needsRequests && pending.status === 'loading'}
      answersTo={({ kind, actor }) => {
        const request = kind === 'request' && requests.find(({ user }) => user.id === actor?.id);
        return request ? <RequestAnswers request={request} /> : null;
      }}
    />
  );
}
