import type { PendingConnection } from '@frens/contract';
import { SectionCard } from '@frens/members/section-card';
import { useScrollToHash } from '@frens/members/use-scroll-to-hash';
import { Heading, Text, useTranslation } from '@frens/platform';
import { type ReactNode, useId } from 'react';
import { useFocusFallback } from '../../../lists/use-focus-fallback.ts';
import { useStableRows } from '../../../waiting/answers.ts';
import styles from './connections.module.css';
import { RequestRow } from './request-row.tsx';

interface RequestsSectionProps {
  requests: PendingConnection[];
  /** Follows the list: the "load more" button. */
  more: ReactNode;
}

/** "Connection Requests": incoming ones first, then outgoing ones. */
export function RequestsSection({ requests: open, more }: RequestsSectionProps) {
  const { t } = useTranslation('mf-social');
  const requests = useStableRows(open, ({ id }) => id);
  const heading = useFocusFallback<HTMLHeadingElement>(requests.length);
  useScrollToHash('#requests', heading);

  const incoming = requests.filter(({ direction }) => direction === 'incoming');
  const outgoing = requests.filter(({ direction }) => direction === 'outgoing');
  return (
    <SectionCard title={t('dashboard.requests.title')} headingRef={heading}>
      {requests.length === 0 ? <Text tone="muted">{t('dashboard.requests.empty')}</Text> : null}
      <Requests title={t('dashboard.requests.incoming')} requests={incoming} />
      <Requests title={t('dashboard.requests.outgoing')} requests={outgoing} />
      {more}
    </SectionCard>
  );
}

function Requests({ title, requests }: { title: string; requests: readonly PendingConnection[] }) {
  const id = useId();
  if (requests.length === 0) return null;
  return (
    <div>
      <Heading level={3} size="sm" id={id} className={styles.subtitle}>
        {title}
      </Heading>
      <ul aria-labelledby={id} className={styles.list}>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </div>
  );
}
