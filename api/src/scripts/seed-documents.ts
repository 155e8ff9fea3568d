import { toHundredths } from '@frens/contract/bamboo';
import type {
  CircleRecord,
  Community,
  ConnectionRecord,
  ContentRecord,
  MemberRecord,
  MessageRecord,
  PandaRecord,
} from '@frens/contract/fixtures';
import { canonicalAddress } from '@frens/contract/mail-address';
import { labIds, readSignature } from '@frens/contract/panda-scoring';
import { skeletonOf } from '@frens/contract/usernames';
import type { ModelOf } from '../database/any-model.ts';
import { idFrom, newId, type ObjectId } from '../database/ids.ts';
import { circleEntryOf } from '../resources/circles/circle-entry.ts';
import { pairOf } from '../resources/connections/connection.model.ts';
import { memberEntryOf } from '../resources/members/member-entry.ts';
import { keyOf } from '../resources/members/user.model.ts';
import type { Models } from '../resources/models.ts';
import { notificationOf } from '../resources/notification-dispatch/notify.ts';
import type { PandaContentDoc } from '../resources/pandas/panda.model.ts';
import { pandaEntryOf } from '../resources/pandas/panda-entry.ts';
import { milestoneOf } from '../resources/pandas/write-milestone.ts';
import { recountPanda } from '../resources/quotient/recount-panda.ts';
import type { BackingDoc } from '../resources/stakes/backing.model.ts';
import { walletOf } from '../resources/wallet/ledger.ts';
import { introductionOf, suggestionsOf } from './seed-introductions.ts';
import { createSeedLedger } from './seed-ledger.ts';
import { pointsOf } from './seed-points.ts';

/** Complete documents as stored, by model name. */
export type SeedDocuments = {
  [Name in keyof Models]?: Models[Name] extends ModelOf<infer Doc> ? Doc[] : never;
};

/** Builds a community's documents in memory, with ledger, totals and search entries. */
export function seedDocuments(community: Community, passwordHash: string): SeedDocuments {
  const { members, pandas, connections, messages, content, circles, circlePosts } = community;
  const stakes = community.stakes
    .map(({ id, pandaId, stakerId, amount, createdAt }) => {
      const staked = toHundredths(amount);
      return {
        _id: idFrom(id),
        pandaId: idFrom(pandaId),
        stakerId: idFrom(stakerId),
        amount: staked,
        createdAt,
      };
    })
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());

  const ledger = createSeedLedger();
  for (const { id, createdAt } of members) ledger.grant('welcome', idFrom(id), createdAt);
  for (const { id, createdAt, emailVerified } of members)
    if (emailVerified) ledger.grant('confirmed', idFrom(id), createdAt);
  for (const { ownerId, createdAt } of pandas) ledger.grant('quiz', idFrom(ownerId), createdAt);
  const backers = createBackers();
  for (const stake of stakes) {
    ledger.stake(stake);
    backers.add(stake);
  }

  const confirmed = new Set(members.filter(({ emailVerified }) => emailVerified).map(({ id }) => id));
  for (const id of confirmed) {
    const wallet = ledger.accounts.get(walletOf(idFrom(id)));
    if (wallet) wallet.isConfirmed = true;
  }
  const friends = friendsOf(connections);
  const counted = pandas.map((record) => {
    const panda = signatureOf(record);
    const { totals, backings } = recountPanda(panda, {
      staked: backers.of(record.id),
      isConfirmed: (member: ObjectId) => confirmed.has(String(member)),
      friends: friends.get(record.ownerId)?.length ?? 0,
      matches: 0,
    });
    return { panda: { ...panda, ...totals }, backings };
  });
  const pandaOf = new Map(pandas.map(({ ownerId, id }) => [ownerId, idFrom(id)]));
  const users = members.map((member) => ({
    ...userOf(member, passwordHash),
    pandaId: pandaOf.get(member.id) ?? null,
    friendCount: friends.get(member.id)?.length ?? 0,
  }));
  const gathered = circles.map(circleOf);
  return {
    User: users,
    Connection: connections.map((one) => connectionOf(one, messages)),
    FriendMessage: messages.map(messageOf),
    Match: community.introductions.map(introductionOf),
    Notification: [...notificationsOf(community), ...community.introductions.flatMap(suggestionsOf)],
    QuizResult: pandas.map(quizResultOf),
    Panda: counted.map(({ panda }) => panda),
    PandaPoint: counted.flatMap(({ panda }) =>
      pointsOf(panda, {
        stakes: stakes.filter(({ pandaId }) => pandaId.equals(panda._id)),
        friendships: friendshipsOf(connections, String(panda.ownerId)),
        isConfirmed: (member) => confirmed.has(String(member)),
      }),
    ),
    Stake: stakes,
    Backing: counted.flatMap(({ backings }) =>
      backings.map((backing) => ({ ...backing, ...backers.since(backing), _id: newId() })),
    ),
    Account: [...ledger.accounts.values()],
    Posting: ledger.postings,
    Content: [...content.map(contentOf), ...backers.milestones],
    Circle: gathered,
    Membership: circles.flatMap(membershipsOf),
    MemberEntry: users.flatMap((user) => memberEntryOf(user, friends.get(String(user._id))) ?? []),
    CirclePost: circlePosts.map(({ id, circleId, authorId, text, createdAt }) => ({
      _id: idFrom(id),
      circleId: idFrom(circleId),
      authorId: idFrom(authorId),
      text,
      createdAt,
    })),
    CircleEntry: gathered.map(circleEntryOf),
    PandaEntry: counted.map(({ panda }) => pandaEntryOf(panda)),
  };
}

/** Collects each Panda's backers and amounts, and the milestones of its timeline (D43). */
function createBackers() {
  const byPanda = new Map<string, Map<string, { backerId: ObjectId; amount: number }>>();
  const milestones: PandaContentDoc[] = [];
  const startedAt = new Map<string, Date>();
  return {
    milestones,
    /** When a backing began to count, if it does. */
    since({ pandaId, backerId, standing }: Pick<BackingDoc, 'pandaId' | 'backerId' | 'standing'>) {
      const confirmedAt = startedAt.get(`${String(pandaId)} ${String(backerId)}`);
      return standing === 'confirmed' && confirmedAt ? { confirmedAt } : {};
    },
    of: (pandaId: string) => [...(byPanda.get(pandaId)?.values() ?? [])],
    add(stake: { pandaId: ObjectId; stakerId: ObjectId; amount: number; createdAt: Date }): void {
      const { pandaId, stakerId, createdAt } = stake;
      const backers = byPanda.get(String(pandaId)) ?? new Map();
      byPanda.set(String(pandaId), backers);
      const known = backers.get(String(stakerId));
      if (known) {
        known.amount += stake.amount;
        return;
      }
      startedAt.set(`${String(pandaId)} ${String(stakerId)}`, createdAt);
      backers.set(String(stakerId), { backerId: stakerId, amount: stake.amount });
      const milestone = milestoneOf(pandaId, String(backers.size), createdAt);
      if (milestone) milestones.push(milestone);
    },
  };
}

function friendsOf(connections: ConnectionRecord[]): Map<string, ObjectId[]> {
  const friends = new Map<string, ObjectId[]>();
  const add = (id: string, friend: string) => friends.set(id, [...(friends.get(id) ?? []), idFrom(friend)]);
  for (const { requesterId, addresseeId } of connections.filter(({ status }) => status === 'accepted')) {
    add(requesterId, addresseeId);
    add(addresseeId, requesterId);
  }
  return friends;
}

function friendshipsOf(connections: ConnectionRecord[], memberId: string): Date[] {
  return connections
    .filter(({ status, ...pair }) => status === 'accepted' && Object.values(pair).includes(memberId))
    .map(({ createdAt }) => createdAt);
}

function userOf({ id, username, email, ...member }: MemberRecord, passwordHash: string) {
  return {
    ...member,
    pendingEmail: null,
    lastSeenAt: null,
    _id: idFrom(id),
    username,
    usernameKey: keyOf(username),
    usernameSkeleton: skeletonOf(username),
    email,
    emailKey: canonicalAddress(email),
    passwordHash,
    profileComplete: true,
  };
}

function connectionOf(
  { id, requesterId, addresseeId, status, note, createdAt }: ConnectionRecord,
  messages: readonly MessageRecord[],
) {
  const lastMessage = messages.findLast(({ connectionId }) => connectionId === id);
  const [requester, addressee] = [idFrom(requesterId), idFrom(addresseeId)];
  return {
    _id: idFrom(id),
    pair: pairOf(requester, addressee),
    requesterId: requester,
    addresseeId: addressee,
    status,
    note,
    source: 'browse' as const,
    createdAt,
    respondedAt: status === 'accepted' ? createdAt : null,
    askedAgain: 0,
    takenBack: false,
    ...(lastMessage ? { messagedAt: lastMessage.createdAt } : {}),
  };
}

/** Notifications for members: pending requests, and friends' latest messages. */
function notificationsOf({ connections, messages }: Community) {
  const requests = connections
    .filter(({ status }) => status === 'pending')
    .map(({ id, requesterId, addresseeId, createdAt }) => {
      const fact = { recipientId: idFrom(addresseeId), actorId: idFrom(requesterId), subjectId: idFrom(id) };
      return notificationOf({ kind: 'request', ...fact }, createdAt);
    });
  const written = messages.map(({ connectionId, senderId, recipientId, createdAt }, index) => {
    const fact = {
      recipientId: idFrom(recipientId),
      actorId: idFrom(senderId),
      subjectId: idFrom(connectionId),
    };
    // A reply marks it as read.
    const answer = messages
      .slice(index)
      .find((later) => later.connectionId === connectionId && later.senderId === recipientId);
    return { ...notificationOf({ kind: 'message', ...fact }, createdAt), readAt: answer?.createdAt ?? null };
  });
  // Keeps only the last message of each conversation.
  return [...new Map([...requests, ...written].map((one) => [String(one._id), one])).values()];
}

function messageOf({ id, connectionId, senderId, recipientId, text, createdAt }: MessageRecord) {
  return {
    _id: idFrom(id),
    connectionId: idFrom(connectionId),
    senderId: idFrom(senderId),
    recipientId: idFrom(recipientId),
    text,
    createdAt,
    withdrawnAt: null,
  };
}

function quizResultOf({ ownerId, answers, createdAt }: PandaRecord) {
  return {
    _id: newId(),
    memberId: idFrom(ownerId),
    responses: labIds.map((lab) => ({
      lab,
      response: answers[lab] ?? '',
      responseTime: null,
      timestamp: null,
    })),
    totalTime: 0,
    completedAt: createdAt,
    createdAt,
  };
}

function signatureOf({ id, ownerId, name, answers, createdAt }: PandaRecord) {
  return { ...readSignature(answers), _id: idFrom(id), ownerId: idFrom(ownerId), name, createdAt };
}

function contentOf({ id, pandaId, authorId, type, content, tags, createdAt }: ContentRecord) {
  return {
    _id: idFrom(id),
    pandaId: idFrom(pandaId),
    authorId: idFrom(authorId),
    type,
    text: content,
    milestone: null,
    tags,
    cheers: 0,
    createdAt,
  };
}

function circleOf({ id, memberIds, ownerId, gatePandaId, gateMinAmount, ...circle }: CircleRecord) {
  return {
    ...circle,
    _id: idFrom(id),
    ownerId: idFrom(ownerId),
    memberCount: memberIds.length,
    gatePandaId: gatePandaId === null ? null : idFrom(gatePandaId),
    gateMinAmount: gateMinAmount === null ? null : toHundredths(gateMinAmount),
  };
}

function membershipsOf({ id, memberIds, ownerId, createdAt }: CircleRecord) {
  return memberIds.map((userId) => ({
    _id: newId(),
    circleId: idFrom(id),
    userId: idFrom(userId),
    role: userId === ownerId ? ('owner' as const) : ('member' as const),
    createdAt,
  }));
}
