import type { Circle, Home, ListedConversation, ReceivedMatch } from '@frens/contract';
import { MessageIcon } from '@frens/design-system/icons';
import { Button, Card, Heading, Link, Text, UserText, useMediaQuery, useTranslation } from '@frens/platform';
import { useId } from 'react';
import { useKeptFocus } from '../../../lists/use-kept-focus.ts';
import { circlePath, circlesPath, conversationPath, type DashboardTab, paths } from '../../../paths.ts';
import { useAnswers, useKeptRows } from '../answers.ts';
import { useAnswerCircleRequest, useDeclineCircle, useJoin } from '../circle-actions.ts';
import { FoldedList } from './folded-list.tsx';
import { MatchAnswers } from './match-answers.tsx';
import { MemberRow } from './member-row.tsx';
import { RequestRow } from './request-row.tsx';
import { RowAnswers } from './row-answers.tsx';
import styles from './waiting-card.module.css';

type Waiting = Home['waiting'];

interface WaitingCardProps {
  waiting: Waiting;
  /** What is in the open tab below stands there itself. */
  tab: DashboardTab;
}

const nothing = { items: [], total: 0 };

/** What waits for the member, before everything else: somebody waits, too. Each is answered in its row, which stays where it is. */
export function WaitingCard({ waiting: all, tab }: WaitingCardProps) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const isWide = useMediaQuery('(min-width: 600px)');
  const { get } = useAnswers();
  const waiting: Waiting = {
    ...all,
    ...(tab === 'connections' ? { requests: nothing } : {}),
    ...(tab === 'matches' ? { introductions: nothing } : {}),
  };
  const { requests, introductions, invitations, conversations } = waiting;
  const open = rowsOf(waiting);
  const rows = useKeptRows(open, ({ id }) => id);
  const total =
    Object.values(waiting).reduce((sum, part) => sum + part.total, 0) -
    open.filter(({ id }) => get(id)).length;
  const heading = useKeptFocus<HTMLHeadingElement>(rows.length);
  if (rows.length === 0) return null;
  return (
    <Card asChild tone="tint">
      <section aria-labelledby={title} className={styles.root}>
        <header className={styles.head}>
          <Heading level={2} size="md" id={title} ref={heading} tabIndex={-1}>
            {t('dashboard.waiting.title')}
          </Heading>
          <Text size="sm" weight="bold">
            {total > 0 ? t('dashboard.waiting.count', { count: total }) : t('dashboard.waiting.done')}
          </Text>
        </header>
        <FoldedList
          labelledBy={title}
          rows={rows.map(({ row }) => row)}
          first={isWide ? 3 : 2}
          className={styles.list}
          end={
            <>
              <More part={introductions} to={paths.matches} of="introductions" />
              <More part={requests} to={paths.connections} of="requests" />
              <More part={conversations} to={paths.messages} of="conversations" />
              <More part={invitations} to={circlesPath} of="invitations" />
            </>
          }
        />
      </section>
    </Card>
  );
}

/** A row for each, those first for whom somebody else vouches. */
function rowsOf({ requests, introductions, invitations, circleRequests, conversations }: Waiting) {
  return [
    ...introductions.items.map((one) => ({ id: one.id, row: <IntroductionRow key={one.id} match={one} /> })),
    ...requests.items.map((one) => ({ id: one.id, row: <RequestRow key={one.id} request={one} /> })),
    ...conversations.items.map((one) => ({
      id: one.id,
      row: <ConversationRow key={one.id} conversation={one} />,
    })),
    ...invitations.items.map((one) => ({ id: one.id, row: <InvitationRow key={one.id} circle={one} /> })),
    ...circleRequests.items.map((one) => ({
      id: one.request.id,
      row: <CircleRequestRow key={one.request.id} one={one} />,
    })),
  ];
}

interface MoreProps {
  part: { items: unknown[]; total: number };
  to: string;
  of: 'introductions' | 'requests' | 'conversations' | 'invitations';
}

/** The way to those that are not shown here. */
function More({ part: { items, total }, to, of }: MoreProps) {
  const { t } = useTranslation('mf-social');
  if (total <= items.length) return null;
  return <Link to={to}>{t(`dashboard.waiting.more.${of}`)}</Link>;
}

function IntroductionRow({ match }: { match: ReceivedMatch }) {
  const { t } = useTranslation('mf-social');
  const { other, matchmaker, message } = match;
  return (
    <MemberRow
      member={other}
      detail={t('dashboard.matches.from', { matchmaker: matchmaker.name })}
      note={message}
      actions={<MatchAnswers match={match} />}
    />
  );
}

function ConversationRow({ conversation: { friend, lastMessage } }: { conversation: ListedConversation }) {
  const { t } = useTranslation('mf-social');
  return (
    <MemberRow
      member={friend}
      detail={t('dashboard.waiting.written')}
      note={lastMessage?.text}
      actions={
        <Button asChild size="sm" icon={<MessageIcon />}>
          <Link
            to={conversationPath(friend.username)}
            aria-label={t('dashboard.waiting.answerLabel', { name: friend.name })}
          >
            {t('dashboard.waiting.answer')}
          </Link>
        </Button>
      }
    />
  );
}

function InvitationRow({ circle }: { circle: Circle }) {
  const { t } = useTranslation('mf-social');
  const { id, name, description, wayIn } = circle;
  const join = useJoin(circle, 'row');
  const decline = useDeclineCircle(id);
  if (wayIn.kind !== 'invited') return null;
  const { inviter } = wayIn;
  return (
    <MemberRow
      member={{ ...inviter, online: null }}
      detail={
        <>
          {t('dashboard.waiting.invites')}{' '}
          <Link to={circlePath(id)} className={styles.circle}>
            <UserText>{name}</UserText>
          </Link>
        </>
      }
      note={description}
      actions={
        <RowAnswers
          id={id}
          about={name}
          answers={{
            join: {
              label: t('dashboard.home.circle.join'),
              name: t('dashboard.home.circle.joinLabel', { name }),
              outcome: t('dashboard.answered.join'),
              send: join.runAsync,
              next: (
                <Button asChild size="sm" variant="secondary">
                  <Link to={`${circlePath(id)}#notices`}>{t('connect.sayHello')}</Link>
                </Button>
              ),
            },
            decline: {
              label: t('dashboard.requests.decline'),
              name: t('dashboard.waiting.declineCircleLabel', { name }),
              outcome: t('dashboard.answered.decline'),
              send: decline.runAsync,
            },
          }}
        />
      }
    />
  );
}

function CircleRequestRow({ one }: { one: Waiting['circleRequests']['items'][number] }) {
  const { t } = useTranslation('mf-social');
  const { circle, request } = one;
  const accept = useAnswerCircleRequest(one, 'accept');
  const decline = useAnswerCircleRequest(one, 'decline');
  const { name } = request.user;
  return (
    <MemberRow
      member={request.user}
      detail={t('dashboard.waiting.circleRequest.asks', { circle: circle.name })}
      note={request.note}
      actions={
        <RowAnswers
          id={request.id}
          about={name}
          answers={{
            accept: {
              label: t('dashboard.requests.accept'),
              name: t('dashboard.requests.acceptLabel', { name }),
              outcome: t('dashboard.answered.letIn'),
              send: accept.runAsync,
            },
            decline: {
              label: t('dashboard.requests.decline'),
              name: t('dashboard.requests.declineLabel', { name }),
              outcome: t('dashboard.answered.decline'),
              send: decline.runAsync,
            },
          }}
        />
      }
    />
  );
}
