import type { Circle, Panda } from '@frens/contract';
import { api, type Language, type ListQuery, queryKeys } from '@frens/platform';

const circlesShown = 3;
const pandasShown = 4;

/** Loads the code of a list beside its items; its failure counts as a failure of the query. */
const withCode = <Items>(items: Promise<Items>, loadCode: () => Promise<unknown>): Promise<Items> =>
  Promise.all([items, loadCode()]).then(([loaded]) => loaded);

const readCircles = ({ signal }: { signal: AbortSignal }) =>
  api.call('GET /api/circles', { query: { limit: circlesShown }, signal });

const readPandas = ({ signal }: { signal: AbortSignal }) =>
  api.call('GET /api/pandas', { query: { limit: pandasShown, sort: 'rising' }, signal });

/** The newest circles that the caller may see. */
export const newestCirclesQuery = (loadCode: () => Promise<unknown>): ListQuery<Circle> => ({
  queryKey: [...queryKeys.circles, 'newest'],
  queryFn: (asked) => withCode(readCircles(asked), loadCode),
});

/** The Pandas with the most new backers this week (D47); refreshed with all lists of Pandas when BAMBOO moves. */
export const risingPandasQuery = (
  language: Language,
  loadCode: () => Promise<unknown>,
): ListQuery<Panda> => ({
  queryKey: [...queryKeys.pandas, 'landing', language],
  queryFn: (asked) => withCode(readPandas(asked), loadCode),
});

/** The circles of a rendered page. Only the renderer runs it (`useRendered`). */
export const renderedCirclesQuery = {
  queryKey: [...queryKeys.circles, 'rendered'],
  queryFn: readCircles,
} satisfies ListQuery<unknown>;

/** The Pandas of a rendered page, likewise. */
export const renderedPandasQuery = {
  queryKey: [...queryKeys.pandas, 'rendered'],
  queryFn: readPandas,
} satisfies ListQuery<unknown>;
