import type { Panda, PandaHistory, Wallet } from '@frens/contract';
import { pageSizes } from '@frens/contract/page-sizes';
import { api, type Language, pagedQuery, queryKeys, queryOptions } from '@frens/platform';

/** The member's own BAMBOO. */
export const walletQuery = queryOptions<Wallet>({
  queryKey: queryKeys.wallet,
  queryFn: ({ signal }) => api.call('GET /api/wallet', { signal }),
});

// The API writes the names of Pandas in the caller's language, so it belongs to the keys.

/** First segment of the keys of `ownStakesQuery`. */
export const ownStakesKey = ['panda-own-stakes'] as const;

/** The member's own stakes, newest first, by pages. */
export const ownStakesQuery = (language: Language) =>
  pagedQuery([...ownStakesKey, language], ({ cursor, signal }) =>
    api.page('GET /api/stakes', { query: { limit: pageSizes['GET /api/stakes'], cursor }, signal }),
  );

/** First segment of the keys of `ledgerQuery`. */
export const ledgerKey = ['panda-ledger'] as const;

/** What has moved the member's BAMBOO, newest first, by pages. */
export const ledgerQuery = (language: Language) =>
  pagedQuery([...ledgerKey, language], ({ cursor, signal }) =>
    api.page('GET /api/wallet/ledger', {
      query: { limit: pageSizes['GET /api/wallet/ledger'], cursor },
      signal,
    }),
  );

/** First segments of what is written on Pandas, for all Pandas and languages, and of what the member wrote of one that they back. */
export const contentKey = ['panda-content'] as const;
export const ownReviewKey = ['panda-own-review'] as const;

/** First segment of the keys of `historyQuery`. */
const historyKey = ['panda-history'] as const;

/** How a Panda's score and its stakes have changed (D38). */
export const historyQuery = (id: string) =>
  queryOptions<PandaHistory>({
    queryKey: [...historyKey, id],
    queryFn: ({ signal }) => api.call('GET /api/pandas/:id/history', { params: { id }, signal }),
  });

/** What a stake or a withdrawal of the member's outdates on their page of BAMBOO, and of the Panda's past. */
export const movedLists = [{ queryKey: ledgerKey }, { queryKey: ownStakesKey }, { queryKey: historyKey }];

/** A Panda as it stands after BAMBOO was moved; its words stay in the language that they are shown in. */
export function withFigures(shown: Panda, moved: Panda): Panda {
  if (shown.id !== moved.id) return shown;
  return { ...moved, name: shown.name, aiPersonality: shown.aiPersonality };
}
