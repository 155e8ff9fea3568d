import type { PandaHistory } from '@frens/contract';
import { formatDay } from '@frens/contract/formats';
import { SproutIcon } from '@frens/design-system/icons';
import { TimeChart, type TimeChartProps } from '@frens/design-system/time-chart';
import { currentLanguage, LoadError, Skeleton, Text, useQuery, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { historyQuery } from '../../../bamboo.queries.ts';
import styles from './history-chart.module.css';

interface HistoryChartProps
  extends Pick<TimeChartProps, 'shape' | 'hue' | 'label' | 'valueText' | 'tickText'> {
  pandaId: string;
  of: keyof PandaHistory;
  /** Text shown while there are fewer than two points. */
  tooYoung: string;
}

/** A figure of a Panda over time, up to now (D38). */
export function HistoryChart({ pandaId, of, tooYoung, ...chart }: HistoryChartProps) {
  const { t } = useTranslation('mf-panda');
  const language = currentLanguage();
  const [now] = useState(() => Date.now());
  const query = useQuery(historyQuery(pandaId));
  const { data, error } = query;
  if (error && !data)
    return <LoadError size="part" title={t('profile.analytics.history.error')} query={query} />;
  if (!data)
    return (
      <Skeleton label={t('profile.analytics.history.loading')} shape="block" className={styles.loading} />
    );
  // Days are in UTC; noon falls on the same date in nearly every time zone.
  const points = data[of].map(({ day, value }) => ({
    at: Date.parse(`${day}T12:00:00Z`),
    value: Number(value),
  }));
  const last = points.at(-1);
  if (!last || points.length < 2)
    return (
      <div className={styles.young}>
        <SproutIcon size={28} />
        <Text size="sm">{tooYoung}</Text>
      </div>
    );
  return (
    <TimeChart
      {...chart}
      points={now > last.at ? [...points, { at: now, value: last.value }] : points}
      timeText={(at) => formatDay(language, new Date(at).toISOString())}
      tableLabels={{
        open: t('profile.analytics.history.table'),
        time: t('profile.analytics.history.day'),
        value: t('profile.analytics.history.value'),
      }}
    />
  );
}
