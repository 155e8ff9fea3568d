import { currentLanguage, lazyScreen, type PublicData } from '@frens/platform';
import { renderedPandasQuery, risingPandasQuery } from './community.queries.ts';
import { CommunityPart } from './community-part.tsx';
import { useRendered } from './use-rendered.ts';

/** Comes with the Pandas. */
const PandaItem = lazyScreen(() => import('./community-items.tsx').then((module) => module.PandaItem));

/** The Pandas with the most new backers this week (D47). */
export function RisingPandas({ isNear }: { isNear: boolean }) {
  const query = risingPandasQuery(currentLanguage(), PandaItem.preload);
  return (
    <CommunityPart
      {...useRendered(renderedPandasQuery, query, isNear)}
      texts="landing.community.pandas"
      to="/panda?sort=rising"
      kind="panda"
    >
      {(panda) => <PandaItem key={panda.id} panda={panda} />}
    </CommunityPart>
  );
}

RisingPandas.publicData = ((read) =>
  Promise.all([PandaItem.preload(), read(renderedPandasQuery)])) satisfies PublicData;
