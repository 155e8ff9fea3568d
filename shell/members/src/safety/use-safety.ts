import type { CallBody } from '@frens/contract';
import { type Action, api, useAction, useTranslation } from '@frens/platform';
import { useState } from 'react';
import type { Reported } from './report-button.tsx';

type ReportBody = CallBody<'POST /api/reports'>;

/** What was sent from one sheet, and the ways to send more. */
export interface Safety {
  isReported: boolean;
  isBlocked: boolean;
  report: Action<{ id: string }, ReportBody>;
  /** Blocks the person; only for somebody. */
  block: Action<void, void>;
}

/** Reports something, and blocks somebody: both hide at once, so whatever is cached is read again when it is shown next (D23). */
export function useSafety({ id }: Reported): Safety {
  const { t } = useTranslation('safety');
  const [isReported, setReported] = useState(false);
  const [isBlocked, setBlocked] = useState(false);
  // They may stand anywhere; the page beneath the sheet stays until that is put away.
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
