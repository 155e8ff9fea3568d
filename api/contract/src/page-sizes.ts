import type { CallKey } from './index.ts';

/**
 * How many rows of a list a screen asks for. Lists that are not here come by pages of the default size (`limits.page`). A page costs what it
 * shows: the API's rates are measured at these sizes (`api/bench/measure-rates.ts`).
 */
export const pageSizes = {
  /** Five screens of a desktop and three lists of a phone; the newest 30 also tell how rare an interest is. */
  'GET /api/users': 30,
  /** As many as the rendered page must hold, however much is written in them. */
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
