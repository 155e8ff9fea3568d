import type { Notification, NotificationKind, PublicUser, ReceivedMatch } from '@frens/contract';
import { batchLoad, readTogether } from '../../database/batch-loader.ts';
import { mayCall } from '../circles/circle-posts.ts';
import { statusFor } from '../connections/connection.policy.ts';
import { presentMade, presentReceived } from '../matches/list-matches.ts';
import { findReported } from '../visibility/find-reported.ts';
import { isSeenWhole } from '../visibility/visibility.ts';
import { circleRequests, invitations, notices, ownPart } from './circle-kinds.ts';
import {
  keep,
  nothing,
  type Reader,
  type Reading,
  type Subject,
  subjectsOf,
  type Told,
} from './read-kind.ts';

/** The reader of each kind that has a subject. A kind that only names an actor needs none: it is listed while the reader may see that actor. */
export const kinds: Partial<Record<NotificationKind, Reader>> = {
  request: connections((status) => status === 'pending' || status === 'accepted', 'requesterId'),
  accepted: connections((status) => status === 'accepted', 'addresseeId'),
  message: messages,
  suggestion: suggestions(({ status }) => status !== 'closed'),
  suggestionAccepted: suggestions(
    ({ status, other }) => status === 'accepted' && other.relation === 'friend',
  ),
  introductionMade: introductions,
  circleInvitation: invitations,
  circleRequest: circleRequests,
  // Whoever left and came back by another way was not let in by it any more.
  circleAccepted: ownPart((own, { createdAt }) => own.createdAt <= createdAt),
  circleOwner: ownPart(({ role }) => role === 'owner'),
  circleNotice: notices(({ own }) => own.wantsNotices === true),
  circleMention: notices(({ reader, notice }) => mayCall(notice, reader)),
  backer: backers,
  security: async ({ rows }) => new Map(rows.map(({ _id, event }) => [String(_id), { ...nothing, event }])),
};

/** Tells who did it. A subject needs a reader of its own, which knows whether it still stands: without one nothing is told. */
export const actorAlone: Reader = async ({ rows }) =>
  keep(rows, ({ subjectId }) => (subjectId ? null : nothing));

/** Of a request or a friendship: told while it is one, and was made by the actor. */
function connections(
  isTold: (status: ReturnType<typeof statusFor>) => boolean,
  actorIs: 'requesterId' | 'addresseeId',
): Reader {
  return async ({ services, reader, rows }) => {
    const found = await batchLoad(services.db.models.Connection, '_id', subjectsOf(rows));
    const byId = new Map(found.map((one) => [String(one._id), one]));
    const now = services.clock.now();
    return keep(rows, ({ actorId, subjectId }) => {
      const connection = byId.get(String(subjectId));
      if (!connection || String(connection[actorIs]) !== String(actorId)) return null;
      const status = statusFor(connection, reader._id, now);
      if (!isTold(status)) return null;
      return status === 'accepted' ? { ...nothing, outcome: 'friends' } : nothing;
    });
  };
}

/** The subject is the last message: taken back or reported, it tells nothing any more. */
async function messages({ services, reader, rows }: Reading): Promise<Told> {
  const ids = subjectsOf(rows);
  const [found, reported] = await Promise.all([
    batchLoad(services.db.models.FriendMessage, '_id', ids),
    findReported(services, reader, 'message', ids),
  ]);
  const there = new Set(
    found.filter((one) => !one.withdrawnAt && !one.removedAt).map(({ _id }) => String(_id)),
  );
  return keep(rows, ({ subjectId }) =>
    there.has(String(subjectId)) && !reported.has(String(subjectId)) ? nothing : null,
  );
}

/** The subject is an introduction of the reader to somebody: told as the list of introductions shows it (D25). */
function suggestions(isTold: (match: ReceivedMatch) => boolean): Reader {
  return async ({ services, reader, rows }) => {
    const found = await batchLoad(services.db.models.Match, '_id', subjectsOf(rows));
    const shown = await presentReceived(services, reader, found);
    const told = new Map(shown.flatMap((match) => (match && isTold(match) ? [[match.id, match]] : [])));
    return keep(rows, ({ subjectId }) => {
      const match = told.get(String(subjectId));
      const outcome =
        match?.myAnswer !== 'accepted' ? null : match.status === 'accepted' ? 'friends' : 'answered';
      const subject = about(match?.other);
      return subject && { ...subject, outcome };
    });
  };
}

/** The subject is an introduction that the reader made; it stays what the matchmaker has achieved. */
async function introductions({ services, reader, rows }: Reading): Promise<Told> {
  const found = await batchLoad(services.db.models.Match, '_id', subjectsOf(rows));
  const made = await presentMade(services, reader, found);
  const told = new Map(made.map((match) => [match.id, match]));
  return keep(rows, ({ subjectId, actorId }) => {
    const match = told.get(String(subjectId));
    if (match?.status !== 'accepted') return null;
    const other = match.user1Id === String(actorId) ? match.user2 : match.user1;
    return about(other) ?? nothing;
  });
}

/** An introduction to somebody; null where there is none. */
function about(other: PublicUser | null | undefined): Subject | null {
  return other ? { ...nothing, other: { id: other.id, name: other.name } } : null;
}

/** The subject is the reader's Panda: told while the stake stands, of those whose name stands at it (D16, D17). */
async function backers({ services, reader, rows, actors }: Reading): Promise<Told> {
  const backerIds = rows.flatMap(({ actorId }) => actorId ?? []);
  const backings = await readTogether(services.db.models.Backing, {
    pandaId: { $in: subjectsOf(rows) },
    backerId: { $in: backerIds },
    amount: { $gt: 0 },
  });
  const standing = new Set(backings.map(({ pandaId, backerId }) => `${String(pandaId)} ${String(backerId)}`));
  return keep(rows, ({ actorId, subjectId }) => {
    const [id, pandaId] = [String(actorId), String(subjectId)];
    const actor = actors.get(id);
    const isNamed = actor?.member.privacy.activityVisible && isSeenWhole(reader, actor);
    const isIt = isNamed && String(reader.pandaId) === pandaId && standing.has(`${pandaId} ${id}`);
    return isIt ? { ...nothing, pandaId } : null;
  });
}

/** Who did it, as much as a notification names. */
export function presentActor({
  id,
  username,
  name,
  profileImage,
  pandaId,
}: PublicUser): Notification['actor'] {
  return { id, username, name, profileImage, pandaId };
}
