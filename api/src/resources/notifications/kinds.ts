import type { Notification, NotificationKind, PublicUser, ReceivedMatch } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import { readTogether } from '../../database/read-together.ts';
import type { Services } from '../../services.ts';
import { keeperRoles, type MembershipDoc, notEnded } from '../circles/circle.model.ts';
import { circlesApart } from '../circles/find-circle.ts';
import { bannedFrom } from '../circles/is-banned.ts';
import { invitersOf } from '../circles/personal-invitations.ts';
import { statusFor } from '../connections/connection.policy.ts';
import { presentMade, presentReceived } from '../matches/list-matches.ts';
import type { User } from '../members/user.model.ts';
import { reportedAmong } from '../visibility/reported.ts';
import { seenInFullBy } from '../visibility/visibility.ts';
import type { NotificationDoc } from './notification.model.ts';

/** What a notification tells beside who and when. */
type Subject = Pick<Notification, 'other' | 'circle' | 'pandaId' | 'event'>;

export interface Reading {
  services: Services;
  reader: User;
  /** Of one kind, each with an actor whom the reader sees, or with none. */
  rows: readonly NotificationDoc[];
  /** The actors, by their ids. */
  actors: Map<string, User>;
}

/** What is still so, by the ids of the notifications: what has been taken back, declined or hidden is absent. */
type Told = Map<string, Subject>;
type Reader = (reading: Reading) => Promise<Told>;

const nothing: Subject = { other: null, circle: null, pandaId: null, event: null };
const subjectsOf = (rows: readonly NotificationDoc[]): ObjectId[] =>
  rows.flatMap(({ subjectId }) => subjectId ?? []);

/** The kinds, and how each is read: a kind that is new is a line here. */
export const kinds: Record<NotificationKind, Reader> = {
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
  backer: backers,
  security: async ({ rows }) => new Map(rows.map(({ _id, event }) => [String(_id), { ...nothing, event }])),
};

/** Of a request or a friendship: told while it is one, and was made by the actor. */
function connections(
  isTold: (status: ReturnType<typeof statusFor>) => boolean,
  actorIs: 'requesterId' | 'addresseeId',
): Reader {
  return async ({ services, reader, rows }) => {
    const found = await readTogether(services.db.models.Connection, '_id', subjectsOf(rows));
    const byId = new Map(found.map((one) => [String(one._id), one]));
    const now = services.clock.now();
    return keep(rows, ({ actorId, subjectId }) => {
      const connection = byId.get(String(subjectId));
      const isIt =
        connection &&
        String(connection[actorIs]) === String(actorId) &&
        isTold(statusFor(connection, reader._id, now));
      return isIt ? nothing : null;
    });
  };
}

/** The subject is the last message: taken back or reported, it tells nothing any more. */
async function messages({ services, reader, rows }: Reading): Promise<Told> {
  const ids = subjectsOf(rows);
  const [found, reported] = await Promise.all([
    readTogether(services.db.models.FriendMessage, '_id', ids),
    reportedAmong(services, reader, 'message', ids),
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
    const found = await readTogether(services.db.models.Match, '_id', subjectsOf(rows));
    const shown = await presentReceived(services, reader, found);
    const told = new Map(shown.flatMap((match) => (match && isTold(match) ? [[match.id, match.other]] : [])));
    return keep(rows, ({ subjectId }) => about(told.get(String(subjectId))));
  };
}

/** The subject is an introduction that the reader made; it stays what the matchmaker has achieved. */
async function introductions({ services, reader, rows }: Reading): Promise<Told> {
  const found = await readTogether(services.db.models.Match, '_id', subjectsOf(rows));
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

/** The subject is the circle: told as its card tells it, by the friend who invited last, to who is not in it and may come in. */
async function invitations({ services, reader, rows }: Reading): Promise<Told> {
  const circleIds = subjectsOf(rows);
  const [circles, inviters, banned, within] = await Promise.all([
    circlesOf(services, reader, circleIds),
    invitersOf(services, reader, circleIds),
    bannedFrom(services, reader._id, circleIds),
    services.db.models.Membership.find({ userId: reader._id, circleId: { $in: circleIds } }).lean(),
  ]);
  const closed = new Set([...banned, ...within.map(({ circleId }) => String(circleId))]);
  return keep(rows, ({ actorId, subjectId }) => {
    const id = String(subjectId);
    const circle = circles.get(id);
    const isIt = circle && inviters.get(id)?.id === String(actorId) && !closed.has(id);
    return isIt ? { ...nothing, circle } : null;
  });
}

/** The subject is the circle: told to whoever keeps it while the request waits. */
async function circleRequests({ services, reader, rows }: Reading): Promise<Told> {
  const { CircleRequest, Membership } = services.db.models;
  const circleIds = subjectsOf(rows);
  const [circles, kept, waiting] = await Promise.all([
    circlesOf(services, reader, circleIds),
    Membership.find({ userId: reader._id, circleId: { $in: circleIds }, role: { $in: keeperRoles } }).lean(),
    CircleRequest.find({
      userId: { $in: rows.flatMap(({ actorId }) => actorId ?? []) },
      circleId: { $in: circleIds },
      status: 'pending',
    }).lean(),
  ]);
  const own = new Set(kept.map(({ circleId }) => String(circleId)));
  const asked = new Set(waiting.map(({ circleId, userId }) => `${String(circleId)} ${String(userId)}`));
  return keep(rows, ({ actorId, subjectId }) => {
    const id = String(subjectId);
    const circle = circles.get(id);
    return circle && own.has(id) && asked.has(`${id} ${String(actorId)}`) ? { ...nothing, circle } : null;
  });
}

/** The subject is the circle: told to who is in it, as long as their part in it is the one that is told of. */
function ownPart(isTold: (own: MembershipDoc, row: NotificationDoc) => boolean): Reader {
  return async ({ services, reader, rows }) => {
    const circleIds = subjectsOf(rows);
    const [circles, within] = await Promise.all([
      circlesOf(services, reader, circleIds),
      services.db.models.Membership.find({ userId: reader._id, circleId: { $in: circleIds } }).lean(),
    ]);
    const parts = new Map(within.map((one) => [String(one.circleId), one]));
    return keep(rows, (row) => {
      const id = String(row.subjectId);
      const [circle, own] = [circles.get(id), parts.get(id)];
      return circle && own && isTold(own, row) ? { ...nothing, circle } : null;
    });
  };
}

/** The subject is the reader's Panda: told while the stake stands, of those whose name stands at it (D16, D17). */
async function backers({ services, reader, rows, actors }: Reading): Promise<Told> {
  const named = await seenInFullBy(services, reader, [...actors.values()]);
  const backerIds = rows.flatMap(({ actorId }) => actorId ?? []);
  const backings = await services.db.models.Backing.find({
    pandaId: { $in: subjectsOf(rows) },
    backerId: { $in: backerIds },
    amount: { $gt: 0 },
  }).lean();
  const standing = new Set(backings.map(({ pandaId, backerId }) => `${String(pandaId)} ${String(backerId)}`));
  return keep(rows, ({ actorId, subjectId }) => {
    const [id, pandaId] = [String(actorId), String(subjectId)];
    const isIt =
      String(reader.pandaId) === pandaId &&
      named.has(id) &&
      actors.get(id)?.privacy.activityVisible &&
      standing.has(`${pandaId} ${id}`);
    return isIt ? { ...nothing, pandaId } : null;
  });
}

async function circlesOf(services: Services, reader: User, ids: readonly ObjectId[]) {
  const found = await services.db.models.Circle.find(
    { _id: { $in: [...ids] }, ...notEnded },
    { name: 1, ownerId: 1 },
  ).lean();
  const apart = await circlesApart(services, reader._id, found);
  const shown = found.filter(({ _id }) => !apart.has(String(_id)));
  return new Map(shown.map(({ _id, name }) => [String(_id), { id: String(_id), name }]));
}

function keep(rows: readonly NotificationDoc[], tell: (row: NotificationDoc) => Subject | null): Told {
  return new Map(
    rows.flatMap((row) => {
      const subject = tell(row);
      return subject ? [[String(row._id), subject] as const] : [];
    }),
  );
}

/** Who did it, as much as a notification names. */
export function presentActor({ id, username, name, profileImage }: PublicUser): Notification['actor'] {
  return { id, username, name, profileImage };
}
