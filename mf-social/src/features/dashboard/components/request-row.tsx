import type { PendingConnection } from '@frens/contract';
import { Ago } from '@frens/members/ago';
import { useTranslation } from '@frens/platform';
import { MemberRow } from '../../../waiting/member-row.tsx';
import { RequestAnswers } from '../../../waiting/request-answers.tsx';

/** An open request: an incoming one to answer, or an outgoing one to withdraw. */
export function RequestRow({ request }: { request: PendingConnection }) {
  const { t } = useTranslation('mf-social');
  const { user, direction, note, createdAt } = request;
  return (
    <MemberRow
      member={user}
      detail={
        <>
          {t(direction === 'incoming' ? 'dashboard.requests.asked' : 'dashboard.requests.sent')}{' '}
          <Ago time={createdAt} />
        </>
      }
      note={note}
      actions={<RequestAnswers request={request} />}
    />
  );
}
