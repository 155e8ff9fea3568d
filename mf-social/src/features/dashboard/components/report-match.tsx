import type { ReceivedMatch } from '@frens/contract';
import { ReportButton } from '@frens/members/safety';
import { changeItems, useTranslation } from '@frens/platform';
import { receivedQuery } from '../../../introductions/introductions.queries.ts';

/** The way to report an introduction, with what its matchmaker wrote (D23); from then on the member does not see it any more. */
export function ReportMatch({ match: { id, other } }: { match: ReceivedMatch }) {
  const { t } = useTranslation('mf-social');
  return (
    <ReportButton
      compact
      type="match"
      id={id}
      name={t('dashboard.matches.introductionTo', { name: other.name })}
      onDone={() => changeItems<ReceivedMatch>(receivedQuery.queryKey, (one) => (one.id === id ? null : one))}
    />
  );
}
