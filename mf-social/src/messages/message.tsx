import type { FriendMessage } from '@frens/contract';
import { formatMoment, formatTime } from '@frens/contract/formats';
import { TrashIcon } from '@frens/design-system/icons';
import { ReportButton } from '@frens/members/safety';
import { currentLanguage, IconButton, UserText, useTranslation, VisuallyHidden } from '@frens/platform';
import styles from './conversation.module.css';

interface MessageProps {
  message: FriendMessage;
  /** The friend's name. */
  name: string;
  onDelete: () => void;
  onReported: () => void;
}

/** One message as plain text: markup and links stay inert. */
export function Message({ message, name, onDelete, onReported }: MessageProps) {
  const { t } = useTranslation('mf-social');
  const { text, isMine, createdAt } = message;
  const time = formatTime(currentLanguage(), createdAt);
  return (
    <li className={styles.message} data-mine={isMine || undefined}>
      <div className={styles.bubble}>
        <VisuallyHidden>{isMine ? t('person.hello.you') : t('person.hello.from', { name })}</VisuallyHidden>
        <UserText block className={styles.text}>
          {text}
        </UserText>
        <time dateTime={createdAt} title={formatMoment(currentLanguage(), createdAt)} className={styles.time}>
          {time}
        </time>
      </div>
      <span className={styles.act}>
        {isMine ? (
          <IconButton size="sm" label={t('person.hello.delete.open', { time })} onClick={onDelete}>
            <TrashIcon />
          </IconButton>
        ) : (
          <ReportButton
            compact
            type="message"
            id={message.id}
            name={t('person.hello.messageOf', { time })}
            onDone={onReported}
          />
        )}
      </span>
    </li>
  );
}
