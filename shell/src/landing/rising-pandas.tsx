import { currentLanguage, lazyScreen, useQuery } from '@frens/platform';
import { risingPandasQuery } from './community.queries.ts';
import { CommunityPart } from './community-part.tsx';

/** Comes with the Pandas. */
const PandaItem = lazyScreen(() => import('./community-items.tsx').then((module) => module.PandaItem));

/** The Pandas with the most new backers this week (D47). */
export function RisingPandas({ isNear }: { isNear: boolean }) {
  return (
    <CommunityPart
      list={useQuery({ ...risingPandasQuery(currentLanguage(), PandaItem.preload), enabled: isNear })}
      texts="landing.community.pandas"
      to="/panda?sort=rising"
      kind="panda"
    >
      {(panda) => <PandaItem key={panda.id} panda={panda} />}
    </CommunityPart>
  );
}
