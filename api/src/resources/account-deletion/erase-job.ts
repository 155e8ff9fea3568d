import { z } from 'zod';
import { day, hour, minute } from '../../clock.ts';
import type { JobKind } from '../../jobs/queue.ts';

/** Erases an account after its undo period (D46). Retries with backoff for two weeks before an operator has to step in. */
export const eraseAccount: JobKind<{ memberId: string }> = {
  name: 'erase-account',
  payload: z.object({ memberId: z.string() }),
  retryAfter: [minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, ...Array.from({ length: 14 }, () => day)],
};
