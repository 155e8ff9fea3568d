import type { CallBody } from '@frens/contract';
import { type Action, api, useAction, useTranslation } from '@frens/platform';
import { useState } from 'react';
import type { Reported } from './report-button.tsx';

type ReportBody = CallBody<'POST /api/reports'>;

/** What one sheet has sent, and its actions. */
export interface Safety {
  isReported: boolean;
  isBlocked: boolean;
  report: Action<{ id: string }, ReportBody>;
  /** Blocks the member; only for a subject that is one. */
  block: Action<void, void>;
}

/** Reports content and blocks members. Both hide the subject at once, so all cached data is refetched when it is shown next (D23). */
export function useSafety({ id }: Reported): Safety {
  const { t } = useTranslation('safety');
  const [isReported, setReported] = useState(false);
  const [isBlocked, setBlocked] = useState(false);
  // The subject may be in any cached query; the page below the sheet stays until it closes.
  const outdates = () => [{ refetchType: 'none' as const }];
  const report = useAction({
    send: (body: ReportBody, { idempotencyKey }) => api.call('POST /api/reports', { body, idempotencyKey }),
    meta: { failureTitle: t('report.failed') },
    onSuccess(_answer, { alsoBlock }) {
      setReported(true);
      if (alsoBlock) setBlocked(true);
    },
    outdates,
  });
  const block = useAction({
    send: () => api.call('POST /api/users/:id/block', { params: { id } }),
    meta: { failureTitle: t('block.failed') },
    onSuccess: () => setBlocked(true),
    outdates,
  });
  return { isReported, isBlocked, report, block };
}
