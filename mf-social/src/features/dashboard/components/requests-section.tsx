import type { PendingConnection } from '@frens/contract';
import { Card, Heading, Stack, Text, useTranslation } from '@frens/platform';
import { type ReactNode, useId } from 'react';
import { useArrival } from '../../../lists/use-arrival.ts';
import { useKeptFocus } from '../../../lists/use-kept-focus.ts';
import { useKeptRows } from '../../../waiting/answers.ts';
import styles from './connections.module.css';
import { RequestRow } from './request-row.tsx';

interface RequestsSectionProps {
  requests: PendingConnection[];
  /** The end of the list. */
  more: ReactNode;
}

/** "Connection Requests": those to answer first, then those the member sent. */
export function RequestsSection({ requests: open, more }: RequestsSectionProps) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const requests = useKeptRows(open, ({ id }) => id);
  const heading = useKeptFocus<HTMLHeadingElement>(requests.length);
  useArrival('#requests', heading);

  const incoming = requests.filter(({ direction }) => direction === 'incoming');
  const outgoing = requests.filter(({ direction }) => direction === 'outgoing');
  return (
    <Card asChild>
      <section aria-labelledby={title}>
        <Stack>
          <Heading level={2} size="md" id={title} ref={heading} tabIndex={-1}>
            {t('dashboard.requests.title')}
          </Heading>
          {requests.length === 0 ? <Text tone="muted">{t('dashboard.requests.empty')}</Text> : null}
          <Requests title={t('dashboard.requests.incoming')} requests={incoming} />
          <Requests title={t('dashboard.requests.outgoing')} requests={outgoing} />
          {more}
        </Stack>
      </section>
    </Card>
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
