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

/** How a quotient is made up (D38): each part with its points, and a bar for its share. */
export function QuotientParts({ parts: points }: { parts: Panda['frenQuotientParts'] }) {
  const { t } = useTranslation('mf-panda');
  const told = parts.filter(({ id }) => points[id] !== null);
  return (
    <BarChart
      label={t('profile.analytics.parts.title')}
      bars={told.map(({ id, hue }) => ({
        label: t(`profile.analytics.parts.${id}`),
        value: Number(points[id]),
        hue,
      }))}
      max={told.reduce((sum, { id }) => sum + Number(points[id]), 0)}
      valueText={(value) => formatScore(currentLanguage(), value.toFixed(1))}
    />
  );
}
