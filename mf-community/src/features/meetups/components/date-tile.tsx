import { formatDate } from '@frens/contract/formats';
import sample from '../../../components/sample-card.module.css';
import styles from './date-tile.module.css';

/** A calendar leaf with weekday, day and month. Decorative: the full date stands in words beside it. */
export function DateTile({ date, language }: { date: Date; language: string }) {
  const part = (options: Intl.DateTimeFormatOptions) =>
    formatDate(language, { ...options, timeZone: 'UTC' }, date);
  return (
    <div className={sample.tile} aria-hidden="true">
      <span>{part({ weekday: 'short' })}</span>
      <span className={styles.day}>{part({ day: 'numeric' })}</span>
      <span>{part({ month: 'short' })}</span>
    </div>
  );
}
