import { api, type Language, pagedQuery, queryKeys } from '@frens/platform';

const circlesShown = 3;
const pandasShown = 4;

/** Loads the code of a list beside its items; its failure counts as a failure of the query. */
const withCode = <Page>(page: Promise<Page>, loadCode: () => Promise<unknown>): Promise<Page> =>
  Promise.all([page, loadCode()]).then(([loaded]) => loaded);

/** The newest circles that the caller may see. */
export const newestCirclesQuery = (loadCode: () => Promise<unknown>) =>
  pagedQuery([...queryKeys.circles, 'newest'], ({ signal }) =>
    withCode(api.page('GET /api/circles', { query: { limit: circlesShown }, signal }), loadCode),
  );

/** The Pandas with the most new backers this week (D47); refreshed with all lists of Pandas when BAMBOO moves. */
export const risingPandasQuery = (language: Language, loadCode: () => Promise<unknown>) =>
  pagedQuery([...queryKeys.pandas, 'landing', language], ({ signal }) =>
    withCode(
      api.page('GET /api/pandas', { query: { limit: pandasShown, sort: 'rising' }, signal }),
      loadCode,
    ),
  );
