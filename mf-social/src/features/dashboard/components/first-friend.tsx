import type { PublicUser } from '@frens/contract';
import { Button, Heading, Link, PandaScene, Text, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { helloPath } from '../../../paths.ts';
import styles from './first-friend.module.css';

/**
 * A first friend who comes while the page is open, until it is left.
 *
 * @param friends as listed
 */
export function useFirstFriend(friends: readonly PublicUser[]): PublicUser | null {
  const [seen, setSeen] = useState<{ isAlone: boolean; first: PublicUser | null }>({
    isAlone: friends.length === 0,
    first: null,
  });
  const [newest] = friends;
  if (seen.isAlone && newest !== undefined) setSeen({ isAlone: false, first: newest });
  return seen.first;
}

/** The small celebration of a first friend: two pandas meet and a sentence stays. The toast has told screen readers already. */
export function FirstFriend({ friend: { name, username } }: { friend: PublicUser }) {
  const { t } = useTranslation('mf-social');
  return (
    <div className={styles.root}>
      <PandaScene scene="meeting" className={styles.scene} />
      <div>
        <Heading level={3} size="md">
          {t('dashboard.friends.first.title')}
        </Heading>
        <Text>{t('dashboard.friends.first.text', { name })}</Text>
        <Button asChild size="sm" className={styles.hello}>
          <Link to={helloPath(username)}>{t('connect.sayHello')}</Link>
        </Button>
      </div>
    </div>
  );
}
