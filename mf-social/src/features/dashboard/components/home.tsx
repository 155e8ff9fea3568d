import type { Home as HomeData, SelfUser } from '@frens/contract';
import { CircleCard } from './circle-card.tsx';
import styles from './home.module.css';
import { NewsCard } from './news-card.tsx';
import { OwnHome } from './own-home.tsx';
import { PeopleCard } from './people-card.tsx';

interface HomeProps {
  user: SelfUser;
  home: HomeData;
  /** On a first visit Panda and BAMBOO stand above already. */
  isFirst: boolean;
}

/** What is worth coming back for: news, whom and what the member may like, and their own Panda (D69). */
export function Home({ user, home, isFirst }: HomeProps) {
  const people = <PeopleCard key="people" people={home.people} />;
  const circle = <CircleCard key="circle" circles={home.circles} firstSteps={home.firstSteps} />;
  return (
    <div
      className={styles.root}
      data-quiet={home.news.length === 0 || undefined}
      data-first={isFirst || undefined}
    >
      <NewsCard news={home.news} />
      {/* Who came for what groups do is shown one first (D71). */}
      {user.connectionType === 'group_activities' ? [circle, people] : [people, circle]}
      {isFirst ? null : <OwnHome panda={home.panda} wallet={home.wallet} />}
    </div>
  );
}
