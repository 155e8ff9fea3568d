import { z } from 'zod';
import { perDay } from './call-limits.ts';
import { endpoint } from './endpoint.ts';
import { Id, PageQuery, Time } from './fields.ts';
import { limits } from './limits.ts';

/** Somebody whom the caller has blocked, as they were shown then: nothing of what they do since is told. */
export const Block = z.object({
  userId: Id,
  /** Null for who was not shown to the caller either. */
  username: z.string().nullable(),
  name: z.string().nullable(),
  createdAt: Time,
});

export const blockEndpoints = {
  /** Succeeds for whoever it is, so that it tells nobody who is there. */
  'POST /api/users/:id/block': endpoint({ status: 204, limits: [perDay(limits.blocksPerDay)] }),
  'DELETE /api/users/:id/block': endpoint({ status: 204 }),
  'GET /api/blocks': endpoint({ query: PageQuery, response: z.array(Block), paged: true }),
};

export type Block = z.output<typeof Block>;
