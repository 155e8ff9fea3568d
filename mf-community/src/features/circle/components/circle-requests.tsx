import type { CirclePage, CircleRequest } from '@frens/contract';
import { SectionCard } from '@frens/members/section-card';
import {
  AwaitedList,
  Button,
  Cluster,
  LoadMore,
  pagedList,
  Text,
  UserText,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import { useId, useRef } from 'react';
import { MemberLink } from '../../../circles/member-link.tsx';
import { circleRequestsQuery, useAcceptRequest, useDeclineRequest } from '../own-circle.queries.ts';
import styles from './circle-requests.module.css';

/** Join requests, for the owner and admins to answer (D29). */
export function CircleRequests({ circle: { id } }: { circle: CirclePage }) {
  const { t } = useTranslation('mf-community');
  const title = useId();
  return (
    <SectionCard title={t('circle.requests.title')} titleId={title}>
      <Content circleId={id} titleId={title} />
    </SectionCard>
  );
}

function Content({ circleId, titleId }: { circleId: string; titleId: string }) {
  const { t } = useTranslation('mf-community');
  const requests = pagedList(useInfiniteQuery(circleRequestsQuery(circleId)));
  const list = useRef<HTMLUListElement>(null);
  const accept = useAcceptRequest(circleId);
  const decline = useDeclineRequest(circleId);
  if (requests.status !== 'ready')
    return (
      <AwaitedList
        list={requests}
        loading={t('circle.requests.loading')}
        lines={2}
        failed={t('circle.requests.error')}
      />
    );
  const { items, pages } = requests;
  if (items.length === 0 && !pages.hasNextPage) return <Text tone="muted">{t('circle.requests.none')}</Text>;
  const isSent = (answer: Pick<typeof accept, 'isPending' | 'variables'>, request: CircleRequest) =>
    answer.isPending && answer.variables?.id === request.id;
  return (
    <>
      <ul ref={list} aria-labelledby={titleId} className={styles.list}>
        {items.map((request) => (
          <li key={request.id} className={styles.item}>
            <div className={styles.who}>
              <MemberLink member={request.user} />
              {request.note ? (
                <blockquote className={styles.note}>
                  <UserText block>{request.note}</UserText>
                </blockquote>
              ) : null}
            </div>
            <Cluster>
              <Button
                size="sm"
                loading={isSent(accept, request)}
                disabled={isSent(decline, request)}
                aria-label={t('circle.requests.acceptLabel', { name: request.user.name })}
                onClick={() => accept.run(request)}
              >
                {t('circle.requests.accept')}
              </Button>
              <Button
                size="sm"
                variant="secondary"
                loading={isSent(decline, request)}
                disabled={isSent(accept, request)}
                aria-label={t('circle.requests.declineLabel', { name: request.user.name })}
                onClick={() => decline.run(request)}
              >
                {t('circle.requests.decline')}
              </Button>
            </Cluster>
          </li>
        ))}
      </ul>
      <LoadMore pages={pages} items={list} />
    </>
  );
}
