import { Heading, PandaScene, Text, useTranslation } from '@frens/platform';
import { useState } from 'react';
import styles from './first-friend.module.css';

/**
 * The name of a first friend who comes while the page is open, until it is left.
 *
 * @param names of the friends as listed
 */
export function useFirstFriend(names: readonly string[]): string | null {
  const [seen, setSeen] = useState<{ isAlone: boolean; first: string | null }>({
    isAlone: names.length === 0,
    first: null,
  });
  const [newest] = names;
  if (seen.isAlone && newest !== undefined) setSeen({ isAlone: false, first: newest });
  return seen.first;
}

/** The small celebration of a first friend: two pandas meet and a sentence stays. The toast has told screen readers already. */
export function FirstFriend({ name }: { name: string }) {
  const { t } = useTranslation('mf-social');
  return (
    <div className={styles.root}>
      <PandaScene scene="meeting" className={styles.scene} />
      <div>
        <Heading level={3} size="md">
          {t('dashboard.friends.first.title')}
        </Heading>
        <Text>{t('dashboard.friends.first.text', { name })}</Text>
      </div>
    </div>
  );
}
