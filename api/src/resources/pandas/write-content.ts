import type { ParsedBody } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { newId, type ObjectId } from '../../database/ids.ts';
import { forbidden } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { memberKey, type User } from '../members/user.model.ts';
import { loadPanda } from './find-content.ts';
import type { Panda } from './panda.model.ts';

type Written = ParsedBody<'POST /api/pandas/:id/content'>;

/** Lock keys that serialise an author's own writes, and nobody else's. */
export const writingLocks = (author: User): string[] => [memberKey(author._id)];

/**
 * Writes a post by a Panda's owner, or a review by a backer, in the caller's transaction (D43). A new review replaces the text of the
 * backer's previous one, and keeps its cheers and reports.
 *
 * @returns the id of the post or review
 * @throws 404 when there is no such Panda; 403 `forbidden` when another member posts, or moderators removed the previous review;
 *   403 `backer_required` for a review by the owner or without a stake
 */
export async function writeContent(
  services: Services,
  author: User,
  pandaId: ObjectId,
  { type, content: text, tags }: Written,
): Promise<ObjectId> {
  const { db, clock } = services;
  const { Content } = db.models;
  const panda = await loadPanda(services, pandaId, author);
  const written = { text, tags: [...new Set(tags)], createdAt: clock.now() };
  if (type === 'post') {
    if (!panda.ownerId.equals(author._id)) throw forbidden();
    const _id = newId();
    await Content.create({ _id, pandaId, authorId: author._id, type, ...written });
    return _id;
  }
  const own = { pandaId, authorId: author._id, type };
  if (!(await mayReview({ db }, author, panda))) throw forbidden(errorCodes.backerRequired);
  // A new text would undo the removal by moderators.
  if (await Content.exists({ ...own, removedAt: { $exists: true } })) throw forbidden();
  const { _id } = await Content.findOneAndUpdate(
    own,
    { $set: written, $setOnInsert: { _id: newId(), milestone: null, cheers: 0 } },
    { upsert: true, returnDocument: 'after' },
  ).lean();
  return _id;
}

/** Whether a member may review a Panda: backers who do not own it may. */
export async function mayReview(
  { db }: Pick<Services, 'db'>,
  member: User,
  { _id: pandaId, ownerId }: Pick<Panda, '_id' | 'ownerId'>,
): Promise<boolean> {
  if (ownerId.equals(member._id)) return false;
  return (await db.models.Backing.exists({ pandaId, backerId: member._id })) !== null;
}
