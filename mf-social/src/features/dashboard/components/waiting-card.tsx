import type { Home, ListedConversation } from '@frens/contract';
import { MessageIcon } from '@frens/design-system/icons';
import { Button, Link, useTranslation } from '@frens/platform';
import { circlesPath, conversationPath, type DashboardTab, paths } from '../../../paths.ts';
import { useAnswers } from '../../../waiting/answers.ts';
import { MemberRow } from '../../../waiting/member-row.tsx';
import { WaitingPanel } from '../../../waiting/waiting-panel.tsx';
import { CircleRequestRow, IntroductionRow, InvitationRow } from '../../../waiting/waiting-rows.tsx';
import { RequestRow } from './request-row.tsx';

type Waiting = Home['waiting'];

interface WaitingCardProps {
  waiting: Waiting;
  /** The open tab lists its own items, so this card only counts them. */
  tab: DashboardTab;
}

/** Everything that awaits the member's answer, at the top of the page because other members wait for it. Each row takes its answer. */
export function WaitingCard({ waiting: all, tab }: WaitingCardProps) {
  const { t } = useTranslation('mf-social');
  const { get } = useAnswers();
  const waiting: Waiting = {
    ...all,
    ...(tab === 'connections' ? { requests: { ...all.requests, items: [] } } : {}),
    ...(tab === 'matches' ? { introductions: { ...all.introductions, items: [] } } : {}),
  };
  const { requests, introductions, invitations, conversations } = waiting;
  const rows = rowsOf(waiting);
  const total =
    Object.values(all).reduce((sum, part) => sum + part.total, 0) -
    rowsOf(all).filter(({ id }) => get(id)).length;
  return (
    <WaitingPanel
      title={t('dashboard.waiting.title')}
      note={total > 0 ? t('dashboard.waiting.count', { count: total }) : t('dashboard.waiting.done')}
      rows={rows}
      end={
        <>
          <More part={introductions} to={paths.matches} of="introductions" />
          <More part={requests} to={paths.connections} of="requests" />
          <More part={conversations} to={paths.messages} of="conversations" />
          <More part={invitations} to={circlesPath} of="invitations" />
        </>
      }
    />
  );
}

/** One row per item; items that another member vouches for come first. */
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

/** Links to the items that this card does not show. */
function More({ part: { items, total }, to, of }: MoreProps) {
  const { t } = useTranslation('mf-social');
  if (total <= items.length) return null;
  return <Link to={to}>{t(`dashboard.waiting.more.${of}`)}</Link>;
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
