import type { Panda, PandaHistory, Wallet } from '@frens/contract';
import { api, pagedQuery, queryKeys, queryOptions } from '@frens/platform';

/** The member's own BAMBOO. */
export const walletQuery = queryOptions<Wallet>({
  queryKey: queryKeys.wallet,
  queryFn: ({ signal }) => api.call('GET /api/wallet', { signal }),
});

/** The member's own stakes, newest first, by pages. */
export const ownStakesQuery = pagedQuery(['panda-own-stakes'], ({ cursor, signal }) =>
  api.page('GET /api/stakes', { query: { limit: 24, cursor }, signal }),
);

/** What has moved the member's BAMBOO, newest first, by pages. */
export const ledgerQuery = pagedQuery(['panda-ledger'], ({ cursor, signal }) =>
  api.page('GET /api/wallet/ledger', { query: { limit: 24, cursor }, signal }),
);

/** First segment of the keys of `historyQuery`. */
const historyKey = ['panda-history'] as const;

/** How a Panda's score and its stakes have changed (D38). */
export const historyQuery = (id: string) =>
  queryOptions<PandaHistory>({
    queryKey: [...historyKey, id],
    queryFn: ({ signal }) => api.call('GET /api/pandas/:id/history', { params: { id }, signal }),
  });

/** What a stake or a withdrawal of the member's outdates on their page of BAMBOO, and of the Panda's past. */
export const movedLists = [
  { queryKey: ledgerQuery.queryKey },
  { queryKey: ownStakesQuery.queryKey },
  { queryKey: historyKey },
];

/** A Panda as it stands after BAMBOO was moved; its words stay in the language that they are shown in. */
export function withFigures(shown: Panda, moved: Panda): Panda {
  if (shown.id !== moved.id) return shown;
  return { ...moved, name: shown.name, aiPersonality: shown.aiPersonality };
}
