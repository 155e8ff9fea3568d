import type { ReceivedMatch } from '@frens/contract';
import { ReportButton } from '@frens/members/safety';
import { changeItems, useTranslation } from '@frens/platform';
import { receivedQuery } from '../../../introductions/introductions.queries.ts';

/** Reports an introduction and its matchmaker's message (D23), and hides it from the member. */
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
