import type { Friend } from '@frens/contract';
import { formatDay } from '@frens/contract/formats';
import { SectionCard } from '@frens/members/section-card';
import { useScrollToHash } from '@frens/members/use-scroll-to-hash';
import {
  Button,
  currentLanguage,
  EmptyState,
  Link,
  PandaScene,
  Skeleton,
  useTranslation,
} from '@frens/platform';
import { type ReactNode, useId, useState } from 'react';
import { useFocusFallback } from '../../../lists/use-focus-fallback.ts';
import { FriendActions } from '../../../members/friend-actions.tsx';
import { NewFriend } from '../../../members/new-friend.tsx';
import { Undoable } from '../../../members/undoable.tsx';
import type { Removals } from '../../../members/use-removals.ts';
import { paths } from '../../../paths.ts';
import { useAnswers } from '../../../waiting/answers.ts';
import { MemberRow } from '../../../waiting/member-row.tsx';
import { useFirstFriend } from '../use-first-friend.ts';
import styles from './connections.module.css';

interface FriendsSectionProps {
  friends: Friend[];
  removals: Removals;
  /** Follows the list: the "load more" button. */
  more: ReactNode;
}

/** "Your Friends": the member can write to each, or remove them with undo. */
export function FriendsSection({ friends, removals, more }: FriendsSectionProps) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const heading = useFocusFallback<HTMLHeadingElement>(friends.length);
  useScrollToHash('#friends', heading);
  const { isFriendSoon } = useAnswers();
  const first = useFirstFriend(friends.map(({ friend }) => friend));
  const [restored, setRestored] = useState<string | null>(null);
  const undo = (id: string) => {
    removals.undo(id);
    setRestored(id);
  };
  return (
    <SectionCard title={t('dashboard.friends.title')} titleId={title} headingRef={heading}>
      {first !== null && friends.length > 0 ? <NewFriend friend={first} isFirst headingLevel={3} /> : null}
      {friends.length === 0 ? (
        isFriendSoon ? (
          <Skeleton shape="card" />
        ) : (
          <NoFriends />
        )
      ) : (
        <ul aria-labelledby={title} className={styles.list}>
          {friends.map((friend) =>
            removals.get(friend.id) ? (
              <li key={friend.id} className={styles.leaving}>
                <Undoable
                  undoLabel={t('dashboard.friends.undoLabel', { name: friend.friend.name })}
                  onUndo={removals.get(friend.id)?.stage === 'undoable' ? () => undo(friend.id) : null}
                >
                  {t('dashboard.friends.removing', { name: friend.friend.name })}
                </Undoable>
              </li>
            ) : (
              <FriendRow
                key={friend.id}
                friend={friend}
                isRestored={restored === friend.id}
                onRemove={() => removals.start(friend)}
              />
            ),
          )}
        </ul>
      )}
      {more}
    </SectionCard>
  );
}

function NoFriends() {
  const { t } = useTranslation('mf-social');
  return (
    <EmptyState
      size="sm"
      headingLevel={3}
      illustration={<PandaScene scene="meeting" />}
      title={t('dashboard.friends.empty.title')}
      description={t('dashboard.friends.empty.text')}
      action={
        <Button asChild>
          <Link to={paths.forYou}>{t('dashboard.friends.empty.action')}</Link>
        </Button>
      }
    />
  );
}

interface FriendRowProps {
  friend: Friend;
  /** Whether the member has just undone this friend's removal. */
  isRestored: boolean;
  onRemove: () => void;
}

function FriendRow({ friend: { friend, since }, isRestored, onRemove }: FriendRowProps) {
  const { t } = useTranslation('mf-social');
  return (
    <MemberRow
      member={friend}
      detail={t('dashboard.friends.since', { date: formatDay(currentLanguage(), since) })}
      actions={<FriendActions friend={friend} isRestored={isRestored} onRemove={onRemove} />}
    />
  );
}
