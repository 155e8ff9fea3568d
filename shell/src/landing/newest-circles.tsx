import { lazyScreen, useQuery } from '@frens/platform';
import { newestCirclesQuery } from './community.queries.ts';
import { CommunityPart } from './community-part.tsx';

/** Lazy-loaded with the circles, because emblems need many drawings. */
const CircleItem = lazyScreen(() => import('./community-items.tsx').then((module) => module.CircleItem));
const query = newestCirclesQuery(CircleItem.preload);

/** The newest circles. */
export function NewestCircles({ isNear }: { isNear: boolean }) {
  return (
    <CommunityPart
      list={useQuery({ ...query, enabled: isNear })}
      texts="landing.community.circles"
      to="/groups"
      kind="circle"
    >
      {(circle) => <CircleItem key={circle.id} circle={circle} />}
    </CommunityPart>
  );
}
