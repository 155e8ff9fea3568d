import type { Notification } from '@frens/contract';
import { circlePath, pandaPath, personPath } from '@frens/contract/page-paths';
import { memberPicture } from '@frens/contract/picture-files';
import { ShieldIcon, UsersIcon } from '@frens/design-system/icons';
import { Avatar, Link, useTranslation, VisuallyHidden } from '@frens/platform';
import type { ReactNode } from 'react';
import { Ago } from '../ago.tsx';
import styles from './notifications.module.css';

/** The page of a notification's subject, where the member can respond. */
function pathOf({ kind, actor, circle, pandaId }: Notification): string {
  if (kind === 'security') return '/privacy-settings#security';
  if (kind === 'suggestion') return '/dashboard?tab=matches#introductions';
  if (kind === 'introductionMade') return '/dashboard';
  if (circle) {
    // The list of posts, newest first.
    const part = kind === 'circleMention' || kind === 'circleNotice' ? '#notices' : '';
    return circlePath(circle.id) + part;
  }
  if (pandaId) return pandaPath(pandaId);
  if (!actor) return '/dashboard';
  return kind === 'message' ? `/messages/${encodeURIComponent(actor.username)}` : personPath(actor.username);
}

/** The text key of a notification, by whether the third member may be named and by the outcome. */
function textKeyOf({ kind, other, outcome }: Notification) {
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
  /** Shown below the text. */
  answers?: ReactNode;
}

/** A notification as a link, with its actions. */
export function NotificationRow({ notification, onOpen, answers }: NotificationRowProps) {
  const { t } = useTranslation('notifications');
  const { actor, other, circle, event, isRead, createdAt } = notification;
  const text = textKeyOf(notification);
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
        to={pathOf(notification)}
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
