import type { Circle } from '@frens/contract';
import { formatAmount } from '@frens/contract/formats';
import { limits } from '@frens/contract/limits';
import { CoinsIcon, SproutIcon, TicketIcon, UsersIcon } from '@frens/design-system/icons';
import { Badge, Card, currentLanguage, useTranslation } from '@frens/platform';
import { useId, useState } from 'react';
import { useJoinCircle } from '../circles.queries.ts';
import styles from './circle-card.module.css';
import { CircleEmblem } from './circle-emblem.tsx';
import { JoinAction } from './join-action.tsx';
import { JoinHelp } from './join-help.tsx';

/** Descriptions longer than this are shown in part first, so that cards of a row keep about the same height. */
const longDescription = 180;
const looks = {
  open: { hue: 'bamboo', Icon: SproutIcon },
  invite: { hue: 'plum', Icon: TicketIcon },
  stake_gated: { hue: 'persimmon', Icon: CoinsIcon },
} as const;

/** One circle: what it is for, who may come in, how many are in it, and the way in. */
export function CircleCard({ circle }: { circle: Circle }) {
  const { t } = useTranslation('mf-community');
  const titleId = useId();
  const { hue, Icon } = looks[circle.circleType];
  const join = useJoinCircle(circle.id);
  return (
    <Card asChild>
      <article className={styles.root} aria-labelledby={titleId}>
        <header className={styles.head}>
          <CircleEmblem circle={circle} />
          <div className={styles.names}>
            <h2 id={titleId} className={styles.title}>
              {circle.name}
            </h2>
            <Badge hue={hue}>
              <Icon size={14} />
              {t(`circles.type.${circle.circleType}`)}
            </Badge>
          </div>
        </header>
        <Description text={circle.description} />
        <Rule circle={circle} />
        <JoinHelp error={join.error} />
        <footer className={styles.foot}>
          <span className={styles.members}>
            <UsersIcon size={18} />
            {t('circles.members', { count: circle.memberCount })}
          </span>
          <JoinAction
            circle={circle}
            describedBy={titleId}
            isPending={join.isPending}
            onJoin={() => join.run()}
          />
        </footer>
      </article>
    </Card>
  );
}

function Description({ text }: { text: string }) {
  const { t } = useTranslation('mf-community');
  const [isWhole, setWhole] = useState(false);
  if (text === '') return <p className={styles.noDescription}>{t('circles.noDescription')}</p>;
  if (text.length <= longDescription) return <p className={styles.description}>{text}</p>;
  return (
    <div>
      <p className={styles.description} data-clamped={!isWhole || undefined}>
        {text}
      </p>
      <button
        type="button"
        className={styles.more}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {t(isWhole ? 'circles.readLess' : 'circles.readMore')}
      </button>
    </div>
  );
}

/** Who may come in, in one sentence. */
function Rule({ circle }: { circle: Circle }) {
  const { t } = useTranslation('mf-community');
  if (circle.circleType !== 'stake_gated') {
    return <p className={styles.rule}>{t(`circles.rule.${circle.circleType}`)}</p>;
  }
  const gate = circle.gatePandaId ? 'circles.rule.stakeOne' : 'circles.rule.stakeAny';
  const amount = formatAmount(currentLanguage(), circle.gateMinAmount ?? limits.circles.gateDefault);
  return <p className={styles.rule}>{t(gate, { amount })}</p>;
}
