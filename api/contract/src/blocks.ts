import { z } from 'zod';
import { perDay } from './call-limits.ts';
import { endpoint } from './endpoint.ts';
import { Id, PageQuery, Time } from './fields.ts';
import { limits } from './limits.ts';

/** A blocked member, as shown at that moment: nothing of their later life is exposed. */
export const Block = z.object({
  userId: Id,
  /** Null if the member was not visible to the caller. */
  username: z.string().nullable(),
  name: z.string().nullable(),
  createdAt: Time,
});

export const blockEndpoints = {
  /** Succeeds for any id, so that it reveals nobody. */
  'POST /api/users/:id/block': endpoint({
    limits: [perDay(limits.blocksPerDay)],
    refuses: ['400 invalid', '404 not_found'],
  }),
  'DELETE /api/users/:id/block': endpoint({ status: 204, refuses: ['404 not_found'] }),
  'GET /api/blocks': endpoint({ query: PageQuery, response: z.array(Block), paged: true }),
};

export type Block = z.output<typeof Block>;
