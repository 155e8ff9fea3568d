import type { PandaContent } from '@frens/contract';
import { messageText } from '@frens/contract/messages';
import { namedMember } from '@frens/contract/named-member';
import { batchLoad } from '../../database/batch-loader.ts';
import type { Services } from '../../services.ts';
import { findHidden } from '../account-deletion/find-hidden.ts';
import { pairOf } from '../connections/connection.model.ts';
import type { User } from '../members/user.model.ts';
import { blockedPairs } from '../visibility/find-blocked.ts';
import { findReported } from '../visibility/find-reported.ts';
import { findPrivate } from '../visibility/hidden-pandas.ts';
import { fullyVisibleTo } from '../visibility/visibility.ts';
import type { Panda, PandaContentDoc } from './panda.model.ts';
import type { Viewing } from './panda.presenter.ts';

/** Whether a timeline entry is the member's own: their post or review, or a milestone of their Panda. */
export function isOwnContent(
  { authorId }: PandaContentDoc,
  { ownerId }: Pick<Panda, 'ownerId'>,
  member: Pick<User, '_id'>,
): boolean {
  return (authorId ?? ownerId).equals(member._id);
}

/**
 * Returns the ids of the timeline entries that are hidden from the viewer: removed ones, those they reported, and those of authors who
 * are reported, blocked either way, private, suspended or pending deletion (D23, D46, D79).
 */
export async function findHiddenContentIds(
  services: Services,
  viewer: User,
  contents: readonly PandaContentDoc[],
): Promise<Set<string>> {
  const authors = authorsOf(contents).filter((id) => !id.equals(viewer._id));
  const [hiddenAuthors, privates, blocked, reportedMembers, reported] = await Promise.all([
    findHidden(services, authors),
    findPrivate(services, authors),
    blockedPairs(services, viewer._id, authors),
    findReported(services, viewer, 'user', authors),
    findReported(
      services,
      viewer,
      'content',
      contents.map(({ _id }) => _id),
    ),
  ]);
  const invisibleAuthors = new Set(
    authors
      .filter((id) => blocked.has(pairOf(viewer._id, id)))
      .map(String)
      .concat([...hiddenAuthors], [...privates], [...reportedMembers]),
  );
  const hidden = contents.filter(
    ({ _id, authorId, removedAt }) =>
      removedAt !== undefined || reported.has(String(_id)) || invisibleAuthors.has(String(authorId)),
  );
  return new Set(hidden.map(({ _id }) => String(_id)));
}

/** Presents the entries of one Panda's timeline to a member, each in its place; null for hidden ones (D16, D23). */
export async function presentContents(
  services: Services,
  { viewer, language }: Viewing & { viewer: User },
  panda: Pick<Panda, '_id' | 'ownerId'>,
  contents: readonly PandaContentDoc[],
): Promise<Array<PandaContent | null>> {
  const { Cheer, User: Users } = services.db.models;
  const contentId = { $in: contents.map(({ _id }) => _id) };
  const [hidden, authors, cheers, backing] = await Promise.all([
    findHiddenContentIds(services, viewer, contents),
    batchLoad(Users, '_id', authorsOf(contents)),
    contents.length === 0 ? [] : Cheer.find({ contentId, memberId: viewer._id }).lean(),
    reviewersBacking(services, panda, contents),
  ]);
  const nameableAuthors = authors.filter((one) => one._id.equals(viewer._id) || one.privacy.activityVisible);
  const visibleAuthors = await fullyVisibleTo(services, viewer, nameableAuthors);
  const cheeredIds = new Set(cheers.map((one) => String(one.contentId)));
  return contents.map((content) => {
    const id = String(content._id);
    if (hidden.has(id)) return null;
    const author = visibleAuthors.get(String(content.authorId));
    return {
      id,
      type: content.type,
      content:
        content.milestone === null
          ? content.text
          : messageText(language, `panda.milestone.${content.milestone}`),
      author: author ? namedMember(author) : null,
      createdAt: content.createdAt.toISOString(),
      isByFormerBacker: content.type === 'review' && !backing.has(String(content.authorId)),
      engagementScore: content.cheers.toFixed(1),
      hasCheered: cheeredIds.has(id),
      canCheer: !isOwnContent(content, panda, viewer),
      metadata: { tags: content.tags },
      isMine: content.authorId?.equals(viewer._id) ?? false,
    };
  });
}

/** The ids of the reviewers who still back the Panda. */
async function reviewersBacking(
  { db }: Services,
  { _id: pandaId }: Pick<Panda, '_id'>,
  contents: readonly PandaContentDoc[],
): Promise<Set<string>> {
  const reviewers = authorsOf(contents.filter(({ type }) => type === 'review'));
  if (reviewers.length === 0) return new Set();
  const backerId = { $in: reviewers };
  const backings = await db.models.Backing.find({ pandaId, backerId, amount: { $gt: 0 } }).lean();
  return new Set(backings.map((one) => String(one.backerId)));
}

function authorsOf(contents: readonly PandaContentDoc[]) {
  return contents.flatMap(({ authorId }) => authorId ?? []);
}
