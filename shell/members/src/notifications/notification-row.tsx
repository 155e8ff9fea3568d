import type { Notification } from '@frens/contract';
import { memberPicture } from '@frens/contract/picture-files';
import { ShieldIcon, UsersIcon } from '@frens/design-system/icons';
import { Avatar, Link, useTranslation, VisuallyHidden } from '@frens/platform';
import { Ago } from '../ago.tsx';
import styles from './notifications.module.css';

/** Where a notification leads: to whom or what it is about, where one can answer. */
export function placeOf({ kind, actor, circle, pandaId }: Notification): string {
  if (kind === 'security') return '/privacy-settings#security';
  if (kind === 'suggestion') return '/dashboard?tab=matches';
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

/** Whether a kind has words that name the other one of an introduction. */
const isNaming = (kind: Notification['kind']): kind is 'suggestion' | 'introductionMade' =>
  kind === 'suggestion' || kind === 'introductionMade';

interface NotificationRowProps {
  notification: Notification;
  onOpen: (notification: Notification) => void;
}

/** One notification, as one link. */
export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const { t } = useTranslation('notifications');
  const { actor, other, circle, event, isRead, createdAt } = notification;
  // Whoever is not shown any more is told of without their name.
  const kind =
    other && isNaming(notification.kind) ? (`${notification.kind}Named` as const) : notification.kind;
  const name = actor ? actor.name || actor.username : '';
  const words = event
    ? t(`security.${event}`)
    : kind === 'security'
      ? t('security.other')
      : t(`says.${kind}`, {
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
    </li>
  );
}
