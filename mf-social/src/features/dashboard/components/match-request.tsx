import type { ReceivedMatch } from '@frens/contract';
import { HeartIcon, LockIcon } from '@frens/design-system/icons';
import { Button, Card, Chip, Heading, Link, Text, UserText, useTranslation } from '@frens/platform';
import { MemberAvatar } from '../../../members/member-avatar.tsx';
import { NameAndAge } from '../../../members/name-and-age.tsx';
import { personPath } from '../../../paths.ts';
import { useAnswerMatch } from '../match-actions.ts';
import styles from './match-request.module.css';
import { ReportMatch } from './report-match.tsx';

/** So many interests stand on a card. */
const interestsShown = 4;

/** Somebody whom a friend thinks the member should meet, with yes and no (D25). */
export function MatchRequest({ match }: { match: ReceivedMatch }) {
  const { t } = useTranslation('mf-social');
  const { other, matchmaker, message, myAnswer } = match;
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
        {myAnswer === 'accepted' ? (
          <div className={styles.secret} role="note">
            <LockIcon size={18} />
            <Text size="sm">{t('dashboard.matches.secret', { name: other.name })}</Text>
          </div>
        ) : null}
        <Answers match={match} />
      </li>
    </Card>
  );
}

function Answers({ match }: { match: ReceivedMatch }) {
  const { t } = useTranslation('mf-social');
  const accept = useAnswerMatch(match, 'accepted');
  const decline = useAnswerMatch(match, 'declined');
  const isBusy = accept.isPending || decline.isPending;
  const { name } = match.other;
  const hasSaidYes = match.myAnswer === 'accepted';
  const no = hasSaidYes ? 'changeMind' : 'decline';
  return (
    <div className={styles.answers}>
      {hasSaidYes ? null : (
        <Button
          icon={<HeartIcon />}
          aria-label={t('dashboard.matches.acceptLabel', { name })}
          loading={accept.isPending}
          disabled={isBusy}
          onClick={() => accept.run()}
        >
          {t('dashboard.matches.accept')}
        </Button>
      )}
      <Button
        variant={hasSaidYes ? 'ghost' : 'secondary'}
        size={hasSaidYes ? 'sm' : 'md'}
        aria-label={t(`dashboard.matches.${no}Label`, { name })}
        loading={decline.isPending}
        disabled={isBusy}
        onClick={() => decline.run()}
      >
        {t(`dashboard.matches.${no}`)}
      </Button>
    </div>
  );
}
