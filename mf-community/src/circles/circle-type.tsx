import type { Circle } from '@frens/contract';
import { formatAmount } from '@frens/contract/formats';
import { limits } from '@frens/contract/limits';
import { CoinsIcon, SproutIcon, TicketIcon } from '@frens/design-system/icons';
import { Badge, currentLanguage, Text, useLocale, useTranslation } from '@frens/platform';

const looks = {
  open: { hue: 'bamboo', Icon: SproutIcon },
  invite: { hue: 'plum', Icon: TicketIcon },
  stake_gated: { hue: 'persimmon', Icon: CoinsIcon },
} as const;

/** The circle's type as a label. */
export function CircleTypeBadge({ circleType }: Pick<Circle, 'circleType'>) {
  const { t } = useTranslation('mf-community');
  const { hue, Icon } = looks[circleType];
  return (
    <Badge hue={hue}>
      <Icon size={14} />
      {t(`circles.type.${circleType}`)}
    </Badge>
  );
}

/** Who may join, and the stake that the reader still lacks. Renders nothing for open circles, whose badge suffices. */
export function CircleRule({
  circle: { circleType, gatePandaId, gatePanda, gateMinAmount, wayIn },
}: {
  circle: Pick<Circle, 'circleType' | 'gatePandaId' | 'gatePanda' | 'gateMinAmount' | 'wayIn'>;
}) {
  const { t } = useTranslation('mf-community');
  const language = currentLanguage();
  const kind = gatePanda ? 'stakeNamed' : gatePandaId ? 'stakeOne' : 'stakeAny';
  const locale = useLocale();
  const amount = formatAmount(language, gateMinAmount ?? limits.circles.gateDefault, locale);
  if (circleType === 'open') return null;
  return (
    <div>
      <Text size="sm" tone="muted">
        {circleType === 'stake_gated'
          ? t(`circles.rule.${kind}`, { amount, panda: gatePanda?.name ?? '' })
          : t(`circles.rule.${circleType}`)}
      </Text>
      {wayIn.kind === 'stake' ? (
        <Text size="sm" weight="bold">
          {t('circles.join.staked', {
            required: formatAmount(language, wayIn.required, locale),
            current: formatAmount(language, wayIn.current, locale),
          })}
        </Text>
      ) : null}
    </div>
  );
}
