import { api, type Language, pagedQuery, queryKeys } from '@frens/platform';

const circlesShown = 3;
const pandasShown = 4;

/** The newest circles, as whoever looks may see them. */
export const newestCirclesQuery = pagedQuery([...queryKeys.circles, 'newest'], ({ signal }) =>
  api.page('GET /api/circles', { query: { limit: circlesShown }, signal }),
);

/** The Pandas with most new backers this week (D47), which whoever moves BAMBOO refreshes with all lists of Pandas. */
export const risingPandasQuery = (language: Language) =>
  pagedQuery([...queryKeys.pandas, 'landing', language], ({ signal }) =>
    api.page('GET /api/pandas', { query: { limit: pandasShown, sort: 'rising' }, signal }),
  );
