import { lazyScreen, type PublicData } from '@frens/platform';
import { newestCirclesQuery, renderedCirclesQuery } from './community.queries.ts';
import { CommunityPart } from './community-part.tsx';
import { useRendered } from './use-rendered.ts';

/** Lazy-loaded with the circles, because emblems need many drawings. */
const CircleItem = lazyScreen(() => import('./community-items.tsx').then((module) => module.CircleItem));
const query = newestCirclesQuery(CircleItem.preload);

/** The newest circles. */
export function NewestCircles({ isNear }: { isNear: boolean }) {
  return (
    <CommunityPart
      {...useRendered(renderedCirclesQuery, query, isNear)}
      texts="landing.community.circles"
      to="/groups"
      kind="circle"
    >
      {(circle) => <CircleItem key={circle.id} circle={circle} />}
    </CommunityPart>
  );
}

NewestCircles.publicData = ((read) =>
  Promise.all([CircleItem.preload(), read(renderedCirclesQuery)])) satisfies PublicData;
