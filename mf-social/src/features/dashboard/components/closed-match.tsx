import type { ReceivedMatch } from '@frens/contract';
import { Badge, useTranslation } from '@frens/platform';
import { MemberRow } from '../../../waiting/member-row.tsx';
import { ReportMatch } from './report-match.tsx';

/** An introduction that led to a friendship or was closed. Nobody learns why it was closed (D25). */
export function ClosedMatch({ match }: { match: ReceivedMatch }) {
  const { t } = useTranslation('mf-social');
  const { other, matchmaker, status } = match;
  const isFriendship = status === 'accepted';
  return (
    <MemberRow
      isShort
      member={other}
      detail={t(isFriendship ? 'dashboard.matches.met' : 'dashboard.matches.over', {
        matchmaker: matchmaker.name,
      })}
      actions={
        <>
          <Badge hue={isFriendship ? 'bamboo' : 'neutral'}>
            {t(`dashboard.matches.status.${isFriendship ? 'accepted' : 'closed'}`)}
          </Badge>
          <ReportMatch match={match} />
        </>
      }
    />
  );
}
