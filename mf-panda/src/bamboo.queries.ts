import type { Panda, PandaHistory, Wallet } from '@frens/contract';
import { pageSizes } from '@frens/contract/page-sizes';
import { api, type Language, pagedQuery, queryKeys, queryOptions } from '@frens/platform';

/** The member's BAMBOO balance. */
export const walletQuery = queryOptions<Wallet>({
  queryKey: queryKeys.wallet,
  queryFn: ({ signal }) => api.call('GET /api/wallet', { signal }),
});

// The API localises Panda names, so the language is part of the keys.

/** Prefix of `ownStakesQuery` keys. */
export const ownStakesKey = ['panda-own-stakes'] as const;

/** The member's stakes by page, newest first. */
export const ownStakesQuery = (language: Language) =>
  pagedQuery([...ownStakesKey, language], ({ cursor, signal }) =>
    api.page('GET /api/stakes', { query: { limit: pageSizes['GET /api/stakes'], cursor }, signal }),
  );

/** Prefix of `ledgerQuery` keys. */
export const ledgerKey = ['panda-ledger'] as const;

/** The member's ledger entries by page, newest first. */
export const ledgerQuery = (language: Language) =>
  pagedQuery([...ledgerKey, language], ({ cursor, signal }) =>
    api.page('GET /api/wallet/ledger', {
      query: { limit: pageSizes['GET /api/wallet/ledger'], cursor },
      signal,
    }),
  );

/** Prefixes of the keys of Panda content, for all Pandas and languages, and of the member's own review of a Panda. */
export const contentKey = ['panda-content'] as const;
export const ownReviewKey = ['panda-own-review'] as const;

/** Prefix of `historyQuery` keys. */
const historyKey = ['panda-history'] as const;

/** History of a Panda's score and stakes (D38). */
export const historyQuery = (id: string) =>
  queryOptions<PandaHistory>({
    queryKey: [...historyKey, id],
    queryFn: ({ signal }) => api.call('GET /api/pandas/:id/history', { params: { id }, signal }),
  });

/** Queries that a stake or withdrawal makes stale: the BAMBOO page and the Panda's history. */
export const staleLists = [{ queryKey: ledgerKey }, { queryKey: ownStakesKey }, { queryKey: historyKey }];

/** Updates a Panda's figures after a transfer; localised texts keep the cached language. */
export function withFigures(shown: Panda, updated: Panda): Panda {
  if (shown.id !== updated.id) return shown;
  return { ...updated, name: shown.name, aiPersonality: shown.aiPersonality };
}
