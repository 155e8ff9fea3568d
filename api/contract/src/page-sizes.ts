import type { CallKey } from './index.ts';

/**
 * Page sizes of lists; lists without an entry use the default (`limits.page`). A page costs as much as it
 * shows: the benchmark measures the API at these sizes (`api/bench/measure-rates.ts`).
 */
export const pageSizes = {
  /** Five desktop screens; the newest 30 also serve to estimate how rare an interest is. */
  'GET /api/users': 30,
  /** Small enough for the rendered page, whatever the texts' lengths. */
  'GET /api/circles': 24,
  'GET /api/circles/:id/members': 24,
  'GET /api/circles/:id/notices': 10,
  'GET /api/connections': 24,
  'GET /api/connections/:id/messages': 30,
  'GET /api/conversations': 20,
  'GET /api/notifications': 20,
  'GET /api/pandas': 24,
  'GET /api/stakes': 24,
  'GET /api/wallet/ledger': 24,
} as const satisfies Partial<Record<CallKey, number>>;
