import type { SelfUser } from '@frens/contract';
import { ForYou } from './for-you.tsx';
import styles from './home.module.css';
import { OwnHome } from './own-home.tsx';

interface HomeProps {
  user: SelfUser;
  /** On a first visit Panda and BAMBOO stand above already. */
  isFirst: boolean;
}

/** What is worth coming back for: the member's own, and whom and what they may like. */
export function Home({ user, isFirst }: HomeProps) {
  return (
    <div className={styles.root} data-first={isFirst || undefined}>
      {isFirst ? null : <OwnHome pandaId={user.pandaId} />}
      <ForYou interests={user.interests} />
    </div>
  );
}
