import { Notifications } from '@frens/members/notifications';
import { PageHeader, pagedList, useInfiniteQuery, useTranslation } from '@frens/platform';
import { pendingQuery } from '../../members/connections.queries.ts';
import { useDelayedSends } from '../../members/use-delayed-sends.ts';
import { Page } from '../../page.tsx';
import { Answers, useStableRows } from '../../waiting/answers.ts';
import { RequestAnswers } from '../../waiting/request-answers.tsx';

/** /notifications: all notifications (D60). Connection requests take their answer in the row. */
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

function AnsweredNotifications() {
  const pending = pagedList(useInfiniteQuery({ ...pendingQuery, refetchOnMount: 'always' }));
  const open = pending.status === 'ready' ? pending.items : [];
  const requests = useStableRows(open, ({ id }) => id).filter(({ direction }) => direction === 'incoming');
  return (
    <Notifications
      isAwaitingAnswers={pending.status === 'loading'}
      answersTo={({ kind, actor }) => {
        const request = kind === 'request' && requests.find(({ user }) => user.id === actor?.id);
        return request ? <RequestAnswers request={request} /> : null;
      }}
    />
  );
}
