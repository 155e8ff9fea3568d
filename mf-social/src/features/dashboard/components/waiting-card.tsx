import type { Circle, Home, ListedConversation, ReceivedMatch } from '@frens/contract';
import { MessageIcon } from '@frens/design-system/icons';
import { Button, Card, Heading, Link, Text, UserText, useTranslation } from '@frens/platform';
import { useId, useState } from 'react';
import { useKeptFocus } from '../../../lists/use-kept-focus.ts';
import { circlePath, circlesPath, conversationPath, type DashboardTab, paths } from '../../../paths.ts';
import { useAnswerCircleRequest, useDeclineCircle, useJoin } from '../circle-actions.ts';
import { useAnswerMatch } from '../match-actions.ts';
import { MemberRow } from './member-row.tsx';
import { RequestRow } from './request-row.tsx';
import styles from './waiting-card.module.css';

type Waiting = Home['waiting'];

interface WaitingCardProps {
  waiting: Waiting;
  /** What is in the open tab below stands there itself. */
  tab: DashboardTab;
}

const nothing = { items: [], total: 0 };

/** What waits for the member, before everything else: somebody waits, too. Each is answered in its row. */
export function WaitingCard({ waiting: all, tab }: WaitingCardProps) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const waiting: Waiting = {
    ...all,
    ...(tab === 'connections' ? { requests: nothing } : {}),
    ...(tab === 'matches' ? { introductions: nothing } : {}),
  };
  const { requests, introductions, invitations, circleRequests, conversations } = waiting;
  const total = Object.values(waiting).reduce((sum, part) => sum + part.total, 0);
  const heading = useKeptFocus<HTMLHeadingElement>(total);
  const [hadSome, setHadSome] = useState(false);
  if (total > 0 && !hadSome) setHadSome(true);
  if (total === 0 && !hadSome) return null;
  return (
    <Card asChild tone="tint">
      <section aria-labelledby={title} className={styles.root}>
        <header className={styles.head}>
          <Heading level={2} size="md" id={title} ref={heading} tabIndex={-1}>
            {t('dashboard.waiting.title')}
          </Heading>
          {total > 0 ? (
            <Text size="sm" weight="bold">
              {t('dashboard.waiting.count', { count: total })}
            </Text>
          ) : null}
        </header>
        {total === 0 ? (
          <Text>{t('dashboard.waiting.done')}</Text>
        ) : (
          <ul aria-labelledby={title} className={styles.list}>
            {introductions.items.map((match) => (
              <IntroductionRow key={match.id} match={match} />
            ))}
            {requests.items.map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
            {conversations.items.map((conversation) => (
              <ConversationRow key={conversation.id} conversation={conversation} />
            ))}
            {invitations.items.map((circle) => (
              <InvitationRow key={circle.id} circle={circle} />
            ))}
            {circleRequests.items.map((one) => (
              <CircleRequestRow key={one.request.id} one={one} />
            ))}
          </ul>
        )}
        <More part={introductions} to={paths.matches} of="introductions" />
        <More part={requests} to={paths.connections} of="requests" />
        <More part={conversations} to={paths.messages} of="conversations" />
        <More part={invitations} to={circlesPath} of="invitations" />
      </section>
    </Card>
  );
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

interface AnswersProps {
  yes: { label: string; name: string; action: Answering };
  no: { label: string; name: string; action: Answering };
}
type Answering = { isPending: boolean; run: () => void };

function Answers({ yes, no }: AnswersProps) {
  const isBusy = yes.action.isPending || no.action.isPending;
  return (
    <>
      {[yes, no].map(({ label, name, action }) => (
        <Button
          key={label}
          size="sm"
          variant={action === yes.action ? 'primary' : 'secondary'}
          aria-label={name}
          loading={action.isPending}
          disabled={isBusy}
          onClick={() => action.run()}
        >
          {label}
        </Button>
      ))}
    </>
  );
}

function IntroductionRow({ match }: { match: ReceivedMatch }) {
  const { t } = useTranslation('mf-social');
  const { other, matchmaker, message } = match;
  const { name } = other;
  return (
    <MemberRow
      member={other}
      detail={t('dashboard.matches.from', { matchmaker: matchmaker.name })}
      note={message}
      actions={
        <Answers
          yes={{
            label: t('dashboard.matches.accept'),
            name: t('dashboard.matches.acceptLabel', { name }),
            action: useAnswerMatch(match, 'accepted'),
          }}
          no={{
            label: t('dashboard.matches.decline'),
            name: t('dashboard.matches.declineLabel', { name }),
            action: useAnswerMatch(match, 'declined'),
          }}
        />
      }
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
  const join = useJoin(circle);
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
        <Answers
          yes={{
            label: t('dashboard.home.circle.join'),
            name: t('dashboard.home.circle.joinLabel', { name }),
            action: join,
          }}
          no={{
            label: t('dashboard.requests.decline'),
            name: t('dashboard.waiting.declineCircleLabel', { name }),
            action: decline,
          }}
        />
      }
    />
  );
}

function CircleRequestRow({ one }: { one: Waiting['circleRequests']['items'][number] }) {
  const { t } = useTranslation('mf-social');
  const { circle, request } = one;
  const { name } = request.user;
  return (
    <MemberRow
      member={request.user}
      detail={t('dashboard.waiting.circleRequest.asks', { circle: circle.name })}
      note={request.note}
      actions={
        <Answers
          yes={{
            label: t('dashboard.requests.accept'),
            name: t('dashboard.requests.acceptLabel', { name }),
            action: useAnswerCircleRequest(one, 'accept'),
          }}
          no={{
            label: t('dashboard.requests.decline'),
            name: t('dashboard.requests.declineLabel', { name }),
            action: useAnswerCircleRequest(one, 'decline'),
          }}
        />
      }
    />
  );
}
