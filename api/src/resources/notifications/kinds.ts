import type { NotificationKind, PublicUser, ReceivedMatch } from '@frens/contract';
import { batchFind, batchLoad } from '../../database/batch-loader.ts';
import { mayCall } from '../circles/circle-posts.ts';
import { statusFor } from '../connections/connection.policy.ts';
import { seeMade, seeReceived } from '../matches/list-matches.ts';
import { findReported } from '../visibility/find-reported.ts';
import { isSeenInFull, seeMembers } from '../visibility/visibility.ts';
import { circlePosts, circleRequests, invitations, ownMembership } from './circle-kinds.ts';
import {
  type KindInput,
  type KindReader,
  mapSubjects,
  noSubject,
  type Subject,
  type Subjects,
  subjectsOf,
} from './read-kind.ts';

/** The function that reads each kind with a subject. Kinds that only name an actor have none: `readActorOnly` lists them. */
export const kindReaders: Partial<Record<NotificationKind, KindReader>> = {
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
  // Hidden from members who left and joined again later: that membership does not come from this request.
  circleAccepted: ownMembership((own, { createdAt }) => own.createdAt <= createdAt),
  circleOwner: ownMembership(({ role }) => role === 'owner'),
  circleNotice: circlePosts(({ own }) => own.wantsNotices === true),
  circleMention: circlePosts(({ reader, post }) => mayCall(post, reader)),
  backer: backers,
  security: async ({ rows }) => new Map(rows.map(({ _id, event }) => [String(_id), { ...noSubject, event }])),
};

/** Reads kinds that only name an actor. Hides rows with a subject: only a reader of their own could check that subject. */
export const readActorOnly: KindReader = async ({ rows }) =>
  mapSubjects(rows, ({ subjectId }) => (subjectId ? null : noSubject));

/** The subject is a connection. Shown while its status passes `isShown`, and the actor is the member in `actorField`. */
function connections(
  isShown: (status: ReturnType<typeof statusFor>) => boolean,
  actorField: 'requesterId' | 'addresseeId',
): KindReader {
  return async ({ services, reader, rows }) => {
    const found = await batchLoad(services.db.models.Connection, '_id', subjectsOf(rows));
    const byId = new Map(found.map((one) => [String(one._id), one]));
    const now = services.clock.now();
    return mapSubjects(rows, ({ actorId, subjectId }) => {
      const connection = byId.get(String(subjectId));
      if (!connection || String(connection[actorField]) !== String(actorId)) return null;
      const status = statusFor(connection, reader._id, now);
      if (!isShown(status)) return null;
      return status === 'accepted' ? { ...noSubject, outcome: 'friends' } : noSubject;
    });
  };
}

/** The subject is the last message of a conversation. Hidden once it is deleted, removed or reported by the reader. */
async function messages({ services, reader, rows }: KindInput): Promise<Subjects> {
  const ids = subjectsOf(rows);
  const [found, reported] = await Promise.all([
    batchLoad(services.db.models.FriendMessage, '_id', ids),
    findReported(services, reader, 'message', ids),
  ]);
  const present = new Set(
    found.filter((one) => !one.withdrawnAt && !one.removedAt).map(({ _id }) => String(_id)),
  );
  return mapSubjects(rows, ({ subjectId }) =>
    present.has(String(subjectId)) && !reported.has(String(subjectId)) ? noSubject : null,
  );
}

/** An introduction of the reader, as far as its notification depends on it. */
type SeenMatch = Pick<ReceivedMatch, 'status'> & { other: Pick<PublicUser, 'relation'> };

/** The subject is an introduction of the reader to another member. Shown as the list of introductions shows it (D25). */
function suggestions(isShown: (match: SeenMatch) => boolean): KindReader {
  return async ({ services, reader, rows }) => {
    const found = await batchLoad(services.db.models.Match, '_id', subjectsOf(rows));
    const shown = await seeReceived(services, reader, found, seeMembers);
    const byId = new Map(shown.flatMap((match) => (match && isShown(match) ? [[match.id, match]] : [])));
    return mapSubjects(rows, ({ subjectId }) => {
      const match = byId.get(String(subjectId));
      const outcome =
        match?.myAnswer !== 'accepted' ? null : match.status === 'accepted' ? 'friends' : 'answered';
      const subject = otherSubject(match?.other);
      return subject && { ...subject, outcome };
    });
  };
}

/** The subject is an introduction that the reader made. It stays listed, without a name, when the reader cannot see the other one. */
async function introductions({ services, reader, rows }: KindInput): Promise<Subjects> {
  const found = await batchLoad(services.db.models.Match, '_id', subjectsOf(rows));
  const made = await seeMade(services, reader, found, seeMembers);
  const byId = new Map(made.map((match) => [match.id, match]));
  return mapSubjects(rows, ({ subjectId, actorId }) => {
    const match = byId.get(String(subjectId));
    if (match?.status !== 'accepted') return null;
    const other = match.user1Id === String(actorId) ? match.user2 : match.user1;
    return otherSubject(other) ?? noSubject;
  });
}

/** The subject that names the other member of an introduction; null when there is none. */
function otherSubject(other: Pick<PublicUser, 'id' | 'name'> | null | undefined): Subject | null {
  return other ? { ...noSubject, other: { id: other.id, name: other.name } } : null;
}

/** The subject is the reader's Panda. Shown while the actor has a stake on it, and shows their name there (D16, D17). */
async function backers({ services, reader, rows, actors }: KindInput): Promise<Subjects> {
  const backerIds = rows.flatMap(({ actorId }) => actorId ?? []);
  const backings = await batchFind(services.db.models.Backing, {
    pandaId: { $in: subjectsOf(rows) },
    backerId: { $in: backerIds },
    amount: { $gt: 0 },
  });
  const activeBackings = new Set(
    backings.map(({ pandaId, backerId }) => `${String(pandaId)} ${String(backerId)}`),
  );
  return mapSubjects(rows, ({ actorId, subjectId }) => {
    const [id, pandaId] = [String(actorId), String(subjectId)];
    const actor = actors.get(id);
    const isNamed = actor?.member.privacy.activityVisible && isSeenInFull(reader, actor);
    const isShown = isNamed && String(reader.pandaId) === pandaId && activeBackings.has(`${pandaId} ${id}`);
    return isShown ? { ...noSubject, pandaId } : null;
  });
}
