import type { MatchReason } from '@frens/contract';
import { HeartIcon, LeafIcon, SparklesIcon, SproutIcon, UsersIcon } from '@frens/design-system/icons';
import { Chip, type TextKey, type Translate, useTranslation } from '@frens/platform';

interface ReasonProps {
  reason: MatchReason;
  /** Whether the reason joins two others, or the reader and somebody. */
  about: 'others' | 'you';
}

/** One reason for a match, as a sentence. */
export function Reason({ reason, about }: ReasonProps) {
  const { t } = useTranslation('mf-social');
  const text = textOf(reason, about, t);
  if (reason.kind === 'trait') return <Chip trait={reason.trait}>{text}</Chip>;
  return (
    <Chip hue={hues[reason.kind]} icon={icons[reason.kind]}>
      {text}
    </Chip>
  );
}

const icons = {
  friends: <UsersIcon size={14} />,
  interest: <HeartIcon size={14} />,
  circles: <LeafIcon size={14} />,
  age: <SparklesIcon size={14} />,
  new: <SproutIcon size={14} />,
} as const;

const hues = {
  friends: 'plum',
  interest: 'persimmon',
  circles: 'bamboo',
  age: 'neutral',
  new: 'neutral',
} as const;

function textOf(
  reason: MatchReason,
  about: ReasonProps['about'],
  t: Translate<TextKey<'mf-social'>>,
): string {
  const texts = `reason.${about}` as const;
  if (reason.kind === 'trait') return t(`${texts}.trait`, { trait: t(`reason.leading.${reason.trait}`) });
  if (reason.kind === 'age' || reason.kind === 'new') return t(`${texts}.${reason.kind}`);
  const { kind, name } = reason;
  if (kind === 'interest') return t(`${texts}.interest`, { name });
  return t(`${texts}.${kind}`, { name, count: reason.count - 1 });
}
