import type { Panda } from '@frens/contract';
import { formatScore } from '@frens/contract/formats';
import { type Bar, BarChart } from '@frens/design-system/bar-chart';
import { currentLanguage, useTranslation } from '@frens/platform';

const parts = [
  { id: 'quiz', hue: 'plum' },
  { id: 'staked', hue: 'persimmon' },
  { id: 'backers', hue: 'bamboo' },
  { id: 'connections', hue: 'sky' },
  { id: 'matches', hue: 'honey' },
] as const satisfies readonly { id: keyof Panda['frenQuotientParts']; hue: Bar['hue'] }[];

/** Breakdown of a quotient (D38): the points of each component as a bar. */
export function QuotientParts({ parts: points }: { parts: Panda['frenQuotientParts'] }) {
  const { t } = useTranslation('mf-panda');
  const shownParts = parts.filter(({ id }) => points[id] !== null);
  return (
    <BarChart
      label={t('profile.analytics.parts.title')}
      bars={shownParts.map(({ id, hue }) => ({
        label: t(`profile.analytics.parts.${id}`),
        value: Number(points[id]),
        hue,
      }))}
      max={shownParts.reduce((sum, { id }) => sum + Number(points[id]), 0)}
      valueText={(value) => formatScore(currentLanguage(), value.toFixed(1))}
    />
  );
}
