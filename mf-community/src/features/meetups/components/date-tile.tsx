import { formatDate } from '@frens/contract/formats';
import styles from './date-tile.module.css';

interface DateTileProps {
  date: Date;
  language: string;
  hue: string;
}

/** A leaf of a calendar: weekday, day and month at a glance. The full date stands in words beside it. */
export function DateTile({ date, language, hue }: DateTileProps) {
  const part = (options: Intl.DateTimeFormatOptions) =>
    formatDate(language, { ...options, timeZone: 'UTC' }, date);
  return (
    <div className={styles.root} data-hue={hue} aria-hidden="true">
      <span className={styles.weekday}>{part({ weekday: 'short' })}</span>
      <span className={styles.day}>{part({ day: 'numeric' })}</span>
      <span className={styles.month}>{part({ month: 'short' })}</span>
    </div>
  );
}
