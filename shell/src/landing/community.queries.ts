import { api, type Language, pagedQuery, queryKeys } from '@frens/platform';

const circlesShown = 3;
const pandasShown = 4;

/**
 * The newest circles, as whoever looks may see them.
 *
 * @param loadCode fetches what shows them: a list whose code is lost has failed like one whose answer is
 */
export const newestCirclesQuery = (loadCode: () => Promise<unknown>) =>
  pagedQuery([...queryKeys.circles, 'newest'], async ({ signal }) => {
    const [page] = await Promise.all([
      api.page('GET /api/circles', { query: { limit: circlesShown }, signal }),
      loadCode(),
    ]);
    return page;
  });

/** The Pandas with most new backers this week (D47), which whoever moves BAMBOO refreshes with all lists of Pandas. */
export const risingPandasQuery = (language: Language) =>
  pagedQuery([...queryKeys.pandas, 'landing', language], ({ signal }) =>
    api.page('GET /api/pandas', { query: { limit: pandasShown, sort: 'rising' }, signal }),
  );
