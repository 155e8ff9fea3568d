import type { PendingConnection } from '@frens/contract';
import { formatDay } from '@frens/contract/formats';
import { currentLanguage, useTranslation } from '@frens/platform';
import { IncomingActions, OutgoingActions } from '../../../members/request-actions.tsx';
import { MemberRow } from './member-row.tsx';

/** An open request: to be answered when it came in, to be withdrawn when the member sent it. */
export function RequestRow({ request }: { request: PendingConnection }) {
  const { t } = useTranslation('mf-social');
  const isIncoming = request.direction === 'incoming';
  const date = formatDay(currentLanguage(), request.createdAt);
  return (
    <MemberRow
      member={request.user}
      detail={t(isIncoming ? 'dashboard.requests.asked' : 'dashboard.requests.sent', { date })}
      note={request.note}
      isShort={!isIncoming}
      actions={isIncoming ? <IncomingActions request={request} /> : <OutgoingActions request={request} />}
    />
  );
}
