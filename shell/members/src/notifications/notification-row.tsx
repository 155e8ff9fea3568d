import type { Notification } from '@frens/contract';
import { memberPicture } from '@frens/contract/picture-files';
import { ShieldIcon, UsersIcon } from '@frens/design-system/icons';
import { Avatar, Link, useTranslation, VisuallyHidden } from '@frens/platform';
import type { ReactNode } from 'react';
import { Ago } from '../ago.tsx';
import styles from './notifications.module.css';

/** Where a notification leads: to whom or what it is about, where one can answer. */
export function placeOf({ kind, actor, circle, pandaId }: Notification): string {
  if (kind === 'security') return '/privacy-settings#security';
  if (kind === 'suggestion') return '/dashboard?tab=matches#introductions';
  if (kind === 'introductionMade') return '/dashboard';
  if (circle) {
    // The list that begins with the newest notice.
    const part = kind === 'circleMention' || kind === 'circleNotice' ? '#notices' : '';
    return `/groups/${encodeURIComponent(circle.id)}${part}`;
  }
  if (pandaId) return `/panda/${encodeURIComponent(pandaId)}`;
  if (!actor) return '/dashboard';
  return `/${kind === 'message' ? 'messages' : 'frens'}/${encodeURIComponent(actor.username)}`;
}

/** The text of a notification. Whoever is not shown any more is told of without their name; what was answered tells what became of it. */
function textOf({ kind, other, outcome }: Notification) {
  if (kind === 'request' && outcome === 'friends') return 'accepted';
  if (!other) return kind;
  if (kind === 'introductionMade') return 'introductionMadeNamed';
  if (kind !== 'suggestion') return kind;
  if (outcome === 'friends') return 'suggestionFriends';
  return outcome ? 'suggestionAnswered' : 'suggestionNamed';
}

interface NotificationRowProps {
  notification: Notification;
  onOpen: (notification: Notification) => void;
  /** Under it. */
  answers?: ReactNode;
}

/** One notification, as one link, and what can be answered. */
export function NotificationRow({ notification, onOpen, answers }: NotificationRowProps) {
  const { t } = useTranslation('notifications');
  const { actor, other, circle, event, isRead, createdAt } = notification;
  const text = textOf(notification);
  const name = actor ? actor.name || actor.username : '';
  const words = event
    ? t(`security.${event}`)
    : text === 'security'
      ? t('security.other')
      : t(`says.${text}`, {
          name,
          other: other?.name ?? '',
          circle: circle?.name ?? '',
        });
  return (
    <li>
      <Link
        to={placeOf(notification)}
        className={styles.row}
        data-unread={isRead ? undefined : true}
        onClick={() => onOpen(notification)}
      >
        {actor ? (
          <Avatar decorative size="sm" name={name} {...memberPicture(actor)} />
        ) : (
          <span className={styles.site}>{circle ? <UsersIcon /> : <ShieldIcon />}</span>
        )}
        <span className={styles.words}>
          <span className={styles.says}>
            {isRead ? null : <VisuallyHidden>{`${t('unread')} `}</VisuallyHidden>}
            {words}
          </span>
          <Ago time={createdAt} className={styles.time} />
        </span>
        {isRead ? null : <span className={styles.mark} aria-hidden="true" />}
      </Link>
      {answers ? <div className={styles.answers}>{answers}</div> : null}
    </li>
  );
}
