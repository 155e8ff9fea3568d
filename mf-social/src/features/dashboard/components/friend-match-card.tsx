import type { FriendCandidates, MatchCandidate, PublicUser } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { memberPicture } from '@frens/contract/picture-files';
import { HeartHandshakeIcon } from '@frens/design-system/icons';
import {
  Avatar,
  Button,
  Card,
  Heading,
  Link,
  Text,
  UserText,
  useLazyDialog,
  useTranslation,
} from '@frens/platform';
import { MatchReasons } from '../../../introductions/match-reasons.tsx';
import { MemberAvatar } from '../../../members/member-avatar.tsx';
import { personPath } from '../../../paths.ts';
import styles from './friend-match-card.module.css';

/** Number of avatars per card. */
const faces = 4;

/** A friend and the candidates for an introduction to them (D26). */
export function FriendMatchCard({ friend, candidates }: FriendCandidates) {
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
        <Candidates friend={friend} candidates={candidates} />
      </li>
    </Card>
  );
}

function Candidates({ friend, candidates }: FriendCandidates) {
  const { t } = useTranslation('mf-social');
  const [best] = candidates ?? [];
  if (!candidates || !best)
    return (
      <Text size="sm" tone="muted">
        {candidates
          ? t('dashboard.matchmaker.card.none')
          : t('dashboard.matchmaker.card.closed', { name: friend.name })}
      </Text>
    );
  return (
    <>
      <div className={styles.fits}>
        <span className={styles.faces} aria-hidden="true">
          {candidates.slice(0, faces).map(({ user }) => (
            <Avatar key={user.id} decorative size="sm" name={user.name} {...memberPicture(user)} />
          ))}
        </span>
        <Text size="sm" tone="muted">
          {candidates.length < limits.matches.candidates
            ? t('dashboard.matchmaker.card.few', { count: candidates.length })
            : t('dashboard.matchmaker.card.full', { shown: candidates.length })}
        </Text>
      </div>
      <div className={styles.best}>
        <Text size="sm" weight="bold">
          {t('dashboard.matchmaker.card.best')} <UserText>{best.user.name}</UserText>
        </Text>
        <MatchReasons reasons={best.reasons} most={2} />
      </div>
      <Choose friend={friend} candidates={candidates} />
    </>
  );
}

/** Opens the introduction sheet, whose code loads on the first press. */
function Choose({ friend, candidates }: { friend: PublicUser; candidates: MatchCandidate[] }) {
  const { t } = useTranslation('mf-social');
  const dialog = useLazyDialog(
    () => import('../../../introductions/introduction-sheet.tsx'),
    t('dashboard.matchmaker.sheet.loadFailed'),
  );
  const Sheet = dialog.module?.IntroductionSheet;
  return (
    <>
      <Button
        fullWidth
        className={styles.choose}
        icon={<HeartHandshakeIcon />}
        aria-label={t('dashboard.matchmaker.card.chooseLabel', { name: friend.name })}
        loading={dialog.isLoading}
        {...dialog.opener}
      >
        {t('dashboard.matchmaker.card.choose')}
      </Button>
      {Sheet && dialog.isOpen ? (
        <Sheet person={friend} isFriend others={candidates} onClose={dialog.close} />
      ) : null}
    </>
  );
}
