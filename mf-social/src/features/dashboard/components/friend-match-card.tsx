import type { Friend, MatchCandidate } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { memberPicture } from '@frens/contract/picture-files';
import { HeartHandshakeIcon } from '@frens/design-system/icons';
import {
  ApiError,
  Avatar,
  Button,
  Card,
  Heading,
  Link,
  Skeleton,
  Text,
  UserText,
  useAction,
  useQuery,
  useTranslation,
} from '@frens/platform';
import { useState } from 'react';
import { candidatesQuery } from '../../../introductions/introductions.queries.ts';
import { MatchReasons } from '../../../introductions/match-reasons.tsx';
import { MemberAvatar } from '../../../members/member-avatar.tsx';
import { personPath } from '../../../paths.ts';
import styles from './friend-match-card.module.css';

/** So many faces stand on a card. */
const faces = 4;

/** A friend, and whom they could get along with (D26). */
export function FriendMatchCard({ friend: connection }: { friend: Friend }) {
  const { friend } = connection;
  const candidates = useQuery(candidatesQuery(friend.id));
  return (
    <Card asChild padding="sm">
      <li className={styles.root}>
        <div className={styles.head}>
          <MemberAvatar member={friend} size="lg" />
          <div className={styles.words}>
            <Heading level={4} size="sm">
              <Link to={personPath(friend.username)}>
                <UserText>{friend.name}</UserText>
              </Link>
            </Heading>
            {friend.occupation ? (
              <Text size="sm" tone="muted" clamp={1}>
                <UserText>{friend.occupation}</UserText>
              </Text>
            ) : null}
          </div>
        </div>
        {candidates.data ? (
          <Candidates friend={connection} candidates={candidates.data} />
        ) : (
          <Waiting name={friend.name} error={candidates.error} retry={() => void candidates.refetch()} />
        )}
      </li>
    </Card>
  );
}

function Waiting({ name, error, retry }: { name: string; error: Error | null; retry: () => void }) {
  const { t } = useTranslation('mf-social');
  if (!error) {
    return <Skeleton label={t('dashboard.matchmaker.card.loading', { name })} lines={2} />;
  }
  const isClosed = error instanceof ApiError && error.code === errorCodes.suggestionsClosed;
  return (
    <div className={styles.state}>
      <Text size="sm" tone="muted">
        {isClosed ? t('dashboard.matchmaker.card.closed', { name }) : t('dashboard.matchmaker.card.failed')}
      </Text>
      {isClosed ? null : (
        <Button size="sm" variant="secondary" onClick={retry}>
          {t('dashboard.matchmaker.card.retry')}
        </Button>
      )}
    </div>
  );
}

function Candidates({ friend, candidates }: { friend: Friend; candidates: MatchCandidate[] }) {
  const { t } = useTranslation('mf-social');
  const [best] = candidates;
  if (!best) {
    return (
      <Text size="sm" tone="muted">
        {t('dashboard.matchmaker.card.none')}
      </Text>
    );
  }
  return (
    <>
      <div className={styles.fits}>
        <span className={styles.faces} aria-hidden="true">
          {candidates.slice(0, faces).map(({ user }) => (
            <Avatar key={user.id} decorative size="sm" name={user.name} {...memberPicture(user)} />
          ))}
        </span>
        <Text size="sm" tone="muted">
          {t('dashboard.matchmaker.card.few', { count: candidates.length })}
        </Text>
      </div>
      <div>
        <Text size="sm" weight="bold">
          <UserText>{best.user.name}</UserText>
        </Text>
        <MatchReasons reasons={best.reasons} most={2} />
      </div>
      <Choose friend={friend} candidates={candidates} />
    </>
  );
}

/** The button whose sheet comes when it is first pressed. */
function Choose({ friend, candidates }: { friend: Friend; candidates: MatchCandidate[] }) {
  const { t } = useTranslation('mf-social');
  const [isOpen, setOpen] = useState(false);
  const load = useAction({
    send: () => import('../../../introductions/introduction-sheet.tsx'),
    meta: { failureTitle: t('dashboard.matchmaker.sheet.loadFailed') },
    onSuccess: () => setOpen(true),
  });
  const Sheet = load.data?.IntroductionSheet;
  return (
    <>
      <Button
        fullWidth
        className={styles.choose}
        icon={<HeartHandshakeIcon />}
        aria-haspopup="dialog"
        aria-label={t('dashboard.matchmaker.card.chooseLabel', { name: friend.friend.name })}
        loading={load.isPending}
        onClick={() => (Sheet ? setOpen(true) : load.run())}
      >
        {t('dashboard.matchmaker.card.choose')}
      </Button>
      {Sheet && isOpen ? (
        <Sheet person={friend.friend} isFriend others={candidates} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
