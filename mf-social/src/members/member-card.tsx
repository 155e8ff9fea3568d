import type { ListedUser, PublicUser } from '@frens/contract';
import { Card, Chip, Heading, Link, Text, UserText, useTranslation, VisuallyHidden } from '@frens/platform';
import { type ReactNode, useId } from 'react';
import { personPath } from '../paths.ts';
import { InterestList } from './interest-list.tsx';
import { MemberAvatar } from './member-avatar.tsx';
import styles from './member-card.module.css';
import { MemberFacts } from './member-facts.tsx';
import { NameAndAge } from './name-and-age.tsx';
import { Reason } from './reason.tsx';

interface MemberCardProps {
  /** Lists include the reasons of the match. */
  member: PublicUser & Partial<Pick<ListedUser, 'leadingTrait' | 'reasons'>>;
  headingLevel?: 2 | 3 | 4;
  /** Number of interests shown before the rest is counted: cards of a row keep one height. */
  interestsShown?: number;
  /** A preview has no link. */
  isPreview?: boolean;
  /** Actions at the foot of the card. */
  children?: ReactNode;
}

/** A member in a grid: a short profile, actions, and a link to their page. */
export function MemberCard({
  member,
  headingLevel = 2,
  interestsShown = 4,
  isPreview = false,
  children,
}: MemberCardProps) {
  const { t } = useTranslation('mf-social');
  const titleId = useId();
  const title = <NameAndAge member={member} />;
  return (
    <Card asChild interactive={!isPreview}>
      <article aria-labelledby={titleId} className={styles.root}>
        <div className={styles.head}>
          <MemberAvatar member={member} size="lg" />
          <div className={styles.who}>
            <Heading level={headingLevel} size="sm" id={titleId}>
              {isPreview ? (
                title
              ) : (
                <Link to={personPath(member.username)} data-card-link>
                  {title}
                </Link>
              )}
            </Heading>
            {member.online ? <VisuallyHidden>{t('member.online')}</VisuallyHidden> : null}
            <Text size="sm" tone="muted" clamp={1}>
              <UserText>{member.occupation || t('member.noOccupation')}</UserText>
            </Text>
            <div className={styles.shared}>
              <Shared member={member} />
            </div>
          </div>
        </div>
        <UserText block clamp={3} tone={member.bio ? 'ink' : 'muted'} className={styles.bio}>
          {member.bio || t('member.noBio')}
        </UserText>
        {member.interests.length > 0 ? (
          <InterestList
            interests={member.interests}
            label={t('member.interests')}
            most={interestsShown}
            hue="neutral"
          />
        ) : null}
        <div className={styles.facts}>
          <MemberFacts member={member} />
        </div>
        {children ? <div className={styles.foot}>{children}</div> : null}
      </article>
    </Card>
  );
}

/** The Panda's leading trait, and the strongest shared reason. */
function Shared({ member: { leadingTrait = null, reasons = [] } }: Pick<MemberCardProps, 'member'>) {
  const { t } = useTranslation('mf-social');
  const [reason] = reasons;
  return (
    <>
      {leadingTrait && reason?.kind !== 'trait' ? (
        <Chip trait={leadingTrait}>{t(`member.trait.${leadingTrait}`)}</Chip>
      ) : null}
      {reason ? <Reason reason={reason} about="you" /> : null}
    </>
  );
}
