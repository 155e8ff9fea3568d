import { formatCount } from '@frens/contract/formats';
import { currentLanguage, Text, useTranslation } from '@frens/platform';
import styles from './dev-composition.module.css';
import type { Timeline } from './read-timeline.ts';

/** The timeline of a remote's phases: each with its duration, as a bar. */
export function RemoteTimeline({ spans, files, bytes, cached }: Timeline) {
  const { t } = useTranslation('dev');
  const count = (value: number) => formatCount(currentLanguage(), Math.round(value));
  if (spans.length === 0)
    return (
      <Text size="sm" tone="muted">
        {t('nothing')}
      </Text>
    );
  const from = Math.min(...spans.map(({ start }) => start));
  const whole = Math.max(...spans.map(({ end }) => end)) - from || 1;
  return (
    <>
      <ul className={styles.spans}>
        {spans.map(({ what, start, end }) => (
          <li key={what} className={styles.span}>
            <span>{t(`phase.${what}`)}</span>
            <span>{t('ms', { ms: count(end - start) })}</span>
            <span className={styles.line} aria-hidden="true">
              <span
                className={styles.bar}
                style={{
                  insetInlineStart: `${((start - from) / whole) * 100}%`,
                  inlineSize: `${((end - start) / whole) * 100}%`,
                }}
              />
            </span>
          </li>
        ))}
      </ul>
      <Text size="sm" tone="muted">
        {t('began', { ms: count(from) })} {t('files', { count: files, kilobytes: count(bytes / 1000) })}{' '}
        {t('cached', { count: cached })}
      </Text>
    </>
  );
}
