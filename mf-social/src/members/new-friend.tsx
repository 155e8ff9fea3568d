import type { PublicUser } from '@frens/contract';
import { Button, Heading, Link, PandaScene, Text, useTranslation } from '@frens/platform';
import { helloPath } from '../paths.ts';
import styles from './new-friend.module.css';

interface NewFriendProps {
  friend: PublicUser;
  /** Whether this is the member's very first friend. */
  isFirst?: boolean;
  headingLevel: 2 | 3;
}

/** Celebrates a new friend. Static text: the toast has already announced the friendship to screen readers. */
export function NewFriend({ friend: { name, username }, isFirst = false, headingLevel }: NewFriendProps) {
  const { t } = useTranslation('mf-social');
  return (
    <div className={styles.root}>
      <PandaScene scene="meeting" className={styles.scene} />
      <div>
        <Heading level={headingLevel} size="md">
          {t(isFirst ? 'dashboard.friends.first.title' : 'person.newFriend')}
        </Heading>
        <Text>{t('dashboard.friends.first.text', { name })}</Text>
        <Button asChild size="sm" className={styles.hello}>
          <Link to={helloPath(username)}>{t('connect.sayHello')}</Link>
        </Button>
      </div>
    </div>
  );
}
