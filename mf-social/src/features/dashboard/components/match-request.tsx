import type { ReceivedMatch } from '@frens/contract';
import { LockIcon } from '@frens/design-system/icons';
import { Card, Chip, Heading, Link, Text, UserText, useTranslation } from '@frens/platform';
import { MemberAvatar } from '../../../members/member-avatar.tsx';
import { NameAndAge } from '../../../members/name-and-age.tsx';
import { personPath } from '../../../paths.ts';
import { useAnswers } from '../../../waiting/answers.ts';
import { MatchAnswers } from '../../../waiting/match-answers.tsx';
import styles from './match-request.module.css';
import { ReportMatch } from './report-match.tsx';

/** Number of interests per card. */
const interestsShown = 4;

/** An introduction by a friend to another member, with accept and decline (D25). */
export function MatchRequest({ match }: { match: ReceivedMatch }) {
  const { t } = useTranslation('mf-social');
  const { id, other, matchmaker, message, myAnswer } = match;
  const { get } = useAnswers();
  return (
    <Card asChild padding="md">
      <li className={styles.root}>
        <div className={styles.from}>
          <MemberAvatar member={matchmaker} size="sm" />
          <Text size="sm" tone="muted" className={styles.words}>
            {t('dashboard.matches.from', { matchmaker: matchmaker.name })}
          </Text>
          <ReportMatch match={match} />
        </div>
        <div className={styles.head}>
          <MemberAvatar member={other} size="lg" />
          <div className={styles.words}>
            <Heading level={3} size="sm">
              <Link to={personPath(other.username)}>
                <NameAndAge member={other} />
              </Link>
            </Heading>
            <Text size="sm" tone="muted" clamp={1}>
              <UserText>{other.occupation}</UserText>
            </Text>
          </div>
        </div>
        {message ? (
          <blockquote className={styles.message}>
            <UserText block>{message}</UserText>
          </blockquote>
        ) : null}
        {other.interests.length > 0 ? (
          <div className={styles.interests}>
            {other.interests.slice(0, interestsShown).map((interest) => (
              <Chip key={interest}>
                <UserText>{interest}</UserText>
              </Chip>
            ))}
          </div>
        ) : null}
        {myAnswer === 'accepted' && !get(id) ? (
          <div className={styles.secret} role="note">
            <LockIcon size={18} />
            <Text size="sm">{t('dashboard.matches.secret', { name: other.name })}</Text>
          </div>
        ) : null}
        <div className={styles.answers}>
          <MatchAnswers match={match} />
        </div>
      </li>
    </Card>
  );
}
