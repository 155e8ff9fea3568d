import { api, type Language, pagedQuery, queryKeys } from '@frens/platform';

const circlesShown = 3;
const pandasShown = 4;

/**
 * The newest circles that the caller may see.
 *
 * @param loadCode loads the code of the list; its failure counts as a failure of the query
 */
export const newestCirclesQuery = (loadCode: () => Promise<unknown>) =>
  pagedQuery([...queryKeys.circles, 'newest'], async ({ signal }) => {
    const [page] = await Promise.all([
      api.page('GET /api/circles', { query: { limit: circlesShown }, signal }),
      loadCode(),
    ]);
    return page;
  });

/** The Pandas with the most new backers this week (D47); refreshed with all lists of Pandas when BAMBOO moves. */
export const risingPandasQuery = (language: Language) =>
  pagedQuery([...queryKeys.pandas, 'landing', language], ({ signal }) =>
    api.page('GET /api/pandas', { query: { limit: pandasShown, sort: 'rising' }, signal }),
  );
