import { z } from 'zod';
import { perDay } from './call-limits.ts';
import { endpoint } from './endpoint.ts';
import { Id, PageQuery, Time, text } from './fields.ts';
import { limits } from './limits.ts';
import { PublicUser } from './members.ts';

/** A member's post in a circle (D68); addresses call it a notice. */
export const CirclePost = z.object({
  id: Id,
  author: PublicUser,
  text: z.string(),
  /** Mentioned usernames, as written in the text: of members who allow tagging and are visible to the caller. */
  mentions: z.array(z.string()),
  createdAt: Time,
  /** Whether the caller may delete it: its author, the owner and admins may. */
  canDelete: z.boolean(),
});

export const PostBody = z.object({
  text: text({ min: 1, max: limits.circlePosts.max, lines: true, tooShort: 'validation.notice' }),
});

export const circlePostEndpoints = {
  /** Newest first, for its members. */
  'GET /api/circles/:id/notices': endpoint({
    query: PageQuery,
    response: z.array(CirclePost),
    paged: true,
    refuses: ['403 forbidden', '404 not_found'],
  }),
  'POST /api/circles/:id/notices': endpoint({
    access: 'complete',
    status: 201,
    limits: [perDay(limits.circlePosts.perDay)],
    body: PostBody,
    response: CirclePost,
    refuses: ['403 forbidden', '404 not_found'],
  }),
  'DELETE /api/circles/:id/notices/:nid': endpoint({ status: 204, refuses: ['404 not_found'] }),
};

export type CirclePost = z.output<typeof CirclePost>;
