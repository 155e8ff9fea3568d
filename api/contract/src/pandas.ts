import { z } from 'zod';
import { perDay } from './call-limits.ts';
import { contentTypes, pandaSorts, writtenTypes } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { Bamboo, Id, nameText, PageQuery, SearchText, Time, text, uniqueFolded } from './fields.ts';
import { limits } from './limits.ts';
import { NamedMember, PublicUser } from './members.ts';
import { traitNames } from './panda-scoring.ts';

/** FQ as decimal text with one decimal. */
const Quotient = z.string().regex(/^\d+\.\d$/);

export const Panda = z.object({
  id: Id,
  name: z.string(),
  imageUrl: z.string(),
  traits: z.record(z.string(), z.number().int()),
  totalBambooStaked: Bamboo,
  frenQuotient: Quotient,
  /** The parts of the quotient (D38); before capping they add up to it, except for rounding. */
  frenQuotientParts: z.object({
    quiz: Quotient,
    staked: Quotient,
    backers: Quotient,
    /** Null for others if the owner is private (D79); the quotient then leaves them out. */
    connections: Quotient.nullable(),
    matches: Quotient.nullable(),
  }),
  uniqueBackers: z.number().int(),
  aiPersonality: z.object({ tone: z.string(), quirks: z.array(z.string()) }),
  /** Null for callers who may not see the owner (D16). */
  owner: PublicUser.pick({ id: true, username: true, name: true, profileImage: true }).nullable(),
  isMine: z.boolean(),
  /** When the owner may rename it; null if at once, and for everybody else (D42). */
  renamableFrom: Time.nullable(),
  createdAt: Time,
});

export const PandaContent = z.object({
  id: Id,
  type: z.enum(contentTypes),
  content: z.string(),
  /** Null for milestones, and for callers who may not see the author (D16) or whose author does not show their activity (D17). */
  author: NamedMember.nullable(),
  createdAt: Time,
  /** For reviews: the author has since withdrawn their whole stake. */
  isByFormerBacker: z.boolean(),
  /** Engagement by cheers, with one decimal (D43). */
  engagementScore: z.string().regex(/^\d+\.\d$/),
  /** Whether the caller cheered. */
  hasCheered: z.boolean(),
  /** Whether the caller may cheer: nobody cheers their own content. */
  canCheer: z.boolean(),
  metadata: z.object({ tags: z.array(z.string()) }),
  isMine: z.boolean(),
});

/** The caller's review, and whether they may write one. */
export const OwnReview = z.object({
  /** True for backers other than the owner (D43). */
  canReview: z.boolean(),
  review: PandaContent.nullable(),
});

export const WriteContentBody = z.object({
  type: z.enum(writtenTypes, { error: 'validation.contentType' }),
  content: text({ min: 1, max: limits.content.max, lines: true, tooShort: 'validation.notice' }),
  tags: z
    .array(
      text({ max: limits.content.tags.each })
        .transform((tag) => tag.replace(/^#/, ''))
        .refine((tag) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(tag), { error: 'validation.tag' }),
      { error: 'validation.tags' },
    )
    .max(limits.content.tags.max, 'validation.tags')
    .transform(uniqueFolded)
    .default([]),
});

export const RenamePandaBody = z.object({
  name: nameText({ min: limits.pandaName.min, max: limits.pandaName.max, tooShort: 'validation.pandaName' }),
});

export const ContentQuery = PageQuery.extend({
  /** Only this type. */
  type: z.enum(contentTypes, { error: 'validation.contentType' }).optional(),
});

export const PandaListQuery = PageQuery.extend({
  /** Part of the name, ignoring case and accents (D65). */
  q: SearchText,
  /** The leading trait. */
  kind: z.enum(traitNames, { error: 'validation.kind' }).optional(),
  sort: z.enum(pandaSorts, { error: 'validation.sort' }).default('newest'),
});

const Day = z.iso.date();

/** A Panda's history, by UTC days with changes, oldest first (D38). */
export const PandaHistory = z.object({
  /** The quotient at the end of the day, or as it is today. */
  quotient: z.array(z.object({ day: Day, value: Quotient })),
  /** The stakes at the end of the day. */
  staked: z.array(z.object({ day: Day, value: Bamboo })),
});

export const pandaEndpoints = {
  'GET /api/pandas': endpoint({
    access: 'public',
    query: PandaListQuery,
    response: z.array(Panda),
    paged: true,
  }),
  /** A drawing by its name, which contains all that it shows: the address of `imageUrl` and `pandaImage` (D42). */
  'GET /media/drawings/:file': endpoint({
    access: 'public',
    ignoresSession: true,
    answer: { kind: 'file', types: ['image/svg+xml'] },
    refuses: ['404 not_found'],
  }),
  /** The drawing of a Panda as it is now: `<id>.svg`. */
  'GET /media/pandas/:file': endpoint({
    access: 'public',
    answer: { kind: 'file', types: ['image/svg+xml'] },
    refuses: ['404 not_found'],
  }),
  'GET /api/pandas/:id': endpoint({ response: Panda, refuses: ['404 not_found'] }),
  /** Renames the caller's Panda, once in 30 days (D42). */
  'PATCH /api/pandas/:id': endpoint({
    access: 'complete',
    body: RenamePandaBody,
    response: Panda,
    refuses: ['403 forbidden', '404 not_found', '409 renamed_recently'],
  }),
  'GET /api/pandas/:id/history': endpoint({ response: PandaHistory, refuses: ['404 not_found'] }),
  'GET /api/pandas/:id/content': endpoint({
    query: ContentQuery,
    response: z.array(PandaContent),
    paged: true,
    refuses: ['404 not_found'],
  }),
  /** Writes a post (owner) or a review (backer), which replaces the previous one (D43). */
  'POST /api/pandas/:id/content': endpoint({
    access: 'complete',
    status: 201,
    limits: [perDay(limits.content.perDay)],
    body: WriteContentBody,
    response: PandaContent,
    refuses: ['403 forbidden', '403 backer_required', '404 not_found'],
  }),
  /** Deletes the caller's own content. */
  'DELETE /api/pandas/:id/content/:cid': endpoint({ status: 204, refuses: ['404 not_found'] }),
  'PUT /api/pandas/:id/content/:cid/cheer': endpoint({
    access: 'complete',
    response: PandaContent,
    refuses: ['403 forbidden', '404 not_found'],
  }),
  'DELETE /api/pandas/:id/content/:cid/cheer': endpoint({
    response: PandaContent,
    refuses: ['404 not_found'],
  }),
  'GET /api/pandas/:id/own-review': endpoint({ response: OwnReview, refuses: ['404 not_found'] }),
};

export type Panda = z.output<typeof Panda>;
export type PandaContent = z.output<typeof PandaContent>;
export type PandaHistory = z.output<typeof PandaHistory>;
export type OwnReview = z.output<typeof OwnReview>;
