import type { PublicUser } from '@frens/contract';
import { MapPinIcon } from '@frens/design-system/icons';
import { Badge, Card, Chip, Heading, type Hue, Text, useTranslation, VisuallyHidden } from '@frens/platform';
import { type ReactNode, useId } from 'react';
import { MemberAvatar } from './member-avatar.tsx';
import styles from './member-card.module.css';

/** How many interests a card shows before it counts the rest: cards of a row keep one height. */
const interestsShown = 4;

const genderHues = { female: 'plum', male: 'sky', 'non-binary': 'honey' } as const satisfies Record<
  string,
  Hue
>;

interface MemberCardProps {
  member: PublicUser;
  headingLevel?: 2 | 3;
  /** What can be done, at the foot of the card. */
  children?: ReactNode;
}

/** A member in a grid: who they are in a few lines, and what can be done. */
export function MemberCard({ member, headingLevel = 2, children }: MemberCardProps) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const { name, age, gender, location } = member;
  return (
    <Card asChild>
      <article aria-labelledby={title} className={styles.root}>
        <div className={styles.head}>
          <MemberAvatar member={member} size="lg" />
          <div className={styles.who}>
            <Heading level={headingLevel} size="sm" id={title}>
              {age === null ? name : t('member.nameAndAge', { name, age })}
            </Heading>
            {member.online ? <VisuallyHidden>{t('member.online')}</VisuallyHidden> : null}
            <Text size="sm" tone="muted" clamp={1}>
              {member.occupation || t('member.noOccupation')}
            </Text>
            <div className={styles.facts}>
              {gender ? <Badge hue={genderHues[gender]}>{t(`member.gender.${gender}`)}</Badge> : null}
              {location ? (
                <span className={styles.location}>
                  <MapPinIcon size={14} />
                  <span className={styles.place}>{location}</span>
                </span>
              ) : null}
            </div>
          </div>
        </div>
        <Text clamp={3} tone={member.bio ? 'ink' : 'muted'} className={styles.bio}>
          {member.bio || t('member.noBio')}
        </Text>
        <Interests interests={member.interests} />
        {children ? <div className={styles.foot}>{children}</div> : null}
      </article>
    </Card>
  );
}

function Interests({ interests }: { interests: string[] }) {
  const { t } = useTranslation('mf-social');
  if (interests.length === 0) return null;
  const rest = interests.slice(interestsShown);
  return (
    <ul aria-label={t('member.interests')} className={styles.interests}>
      {interests.slice(0, interestsShown).map((interest) => (
        <li key={interest}>
          <Chip>{interest}</Chip>
        </li>
      ))}
      {rest.length > 0 ? (
        <li>
          <Chip title={rest.join(', ')}>
            <span aria-hidden="true">{t('member.moreInterests', { count: rest.length })}</span>
            <VisuallyHidden>{t('member.moreInterestsLabel', { list: rest.join(', ') })}</VisuallyHidden>
          </Chip>
        </li>
      ) : null}
    </ul>
  );
}
