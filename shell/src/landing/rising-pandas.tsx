import type { Panda } from '@frens/contract';
import {
  Card,
  currentLanguage,
  Link,
  pagedList,
  Text,
  UserText,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import styles from './community.module.css';
import { risingPandasQuery } from './community.queries.ts';
import { CommunityPart } from './community-part.tsx';

/** The Pandas with the most new backers this week (D47). */
export function RisingPandas() {
  const list = pagedList(useInfiniteQuery(risingPandasQuery(currentLanguage())));
  return (
    <CommunityPart
      list={list}
      columns={4}
      texts="landing.community.pandas"
      to="/panda?sort=rising"
      kind="panda"
    >
      {(panda) => <PandaItem key={panda.id} panda={panda} />}
    </CommunityPart>
  );
}

function PandaItem({ panda }: { panda: Panda }) {
  const { t } = useTranslation('shell');
  return (
    <Card asChild interactive padding="none" className={styles.panda}>
      <li>
        <img className={styles.image} src={panda.imageUrl} alt="" width={320} height={320} loading="lazy" />
        <div className={styles.words}>
          <h4 className={styles.name}>
            <Link to={`/panda/${panda.id}`} state={{ toSee: panda.name }} data-card-link>
              <UserText>{panda.name}</UserText>
            </Link>
          </h4>
          <Text size="sm">{panda.aiPersonality.tone}</Text>
          <Text size="sm" tone="muted">
            {t('landing.community.pandas.backers', { count: panda.uniqueBackers })}
          </Text>
        </div>
      </li>
    </Card>
  );
}
