import type { Home as HomeData, SelfUser } from '@frens/contract';
import { Card, Link, Text, useTranslation } from '@frens/platform';
import { servicePath } from '../../../paths.ts';
import { CircleCard } from './circle-card.tsx';
import styles from './home.module.css';
import { NewsCard } from './news-card.tsx';
import { OwnHome } from './own-home.tsx';
import { PeopleCard } from './people-card.tsx';

interface HomeProps {
  user: SelfUser;
  home: HomeData;
  /** On a first visit, Panda and BAMBOO already stand above. */
  isFirst: boolean;
}

/** The home (D69): news, suggested people and circles, and the member's own Panda and BAMBOO. */
export function Home({ user, home, isFirst }: HomeProps) {
  const people = <PeopleCard key="people" people={home.people} />;
  const circle = <CircleCard key="circle" circles={home.circles} firstSteps={home.firstSteps} />;
  return (
    <div
      className={styles.root}
      data-quiet={home.news.length === 0 || undefined}
      data-first={isFirst || undefined}
    >
      {user.connectionType === 'service_partners' ? <ServiceLine /> : null}
      <NewsCard news={home.news} />
      {/* Members who joined for group activities see the circle first (D71). */}
      {user.connectionType === 'group_activities' ? [circle, people] : [people, circle]}
      {isFirst ? null : <OwnHome panda={home.panda} wallet={home.wallet} />}
    </div>
  );
}

/** Points members who joined for service partners to the service projects (D71). */
function ServiceLine() {
  const { t } = useTranslation('mf-social');
  return (
    <Card padding="sm" tone="sunken" className={styles.line}>
      <Text>
        {t('dashboard.home.service.text')} <Link to={servicePath}>{t('dashboard.home.service.link')}</Link>
      </Text>
    </Card>
  );
}
