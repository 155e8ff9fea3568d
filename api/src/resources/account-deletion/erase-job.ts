import { z } from 'zod';
import { day, hour, minute } from '../../clock.ts';
import type { JobKind } from '../../jobs/queue.ts';

/** Erasing an account whose time to be kept is over (D46). It is tried for two weeks before somebody has to look. */
export const eraseAccount: JobKind<{ memberId: string }> = {
  name: 'erase-account',
  payload: z.object({ memberId: z.string() }),
  retryAfter: [minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, ...Array.from({ length: 14 }, () => day)],
};
