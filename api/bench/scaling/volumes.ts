import type { Models } from '../../src/resources/models.ts';

/** A collection's growth and sharding. */
interface Volume {
  /** Documents per member for collections that the invented community does not fill, and the reason for the assumption. */
  assumed?: { perMember: number; because: string };
  /** The shard key. */
  shardKey: string;
  /** How uniqueness is ensured, although a unique index covers only one shard. */
  uniqueness: string;
}

const byId = '`_id`, hashed';
const ofItsKey = 'a unique index on the shard key';
const ofItsBeginning = 'a unique index that begins with the shard key';
const onlyId = 'an id made at random';

/** Every model needs an entry; a missing one does not compile. */
export const volumes: Record<keyof Models, Volume> = {
  User: {
    shardKey: byId,
    uniqueness:
      'name, look-alike and address become documents of their own whose `_id` is the key, written in the same transaction',
  },
  MemberEntry: { shardKey: byId, uniqueness: 'the id of the member' },
  Picture: {
    assumed: { perMember: 0.6, because: 'three of ten members have a picture, in two sizes' },
    shardKey: '`name`',
    uniqueness: ofItsKey,
  },
  Session: {
    assumed: { perMember: 1.5, because: 'a phone, and for every second member a computer' },
    shardKey: byId,
    uniqueness: 'the hash of a random token',
  },
  AddressLink: {
    assumed: { perMember: 0.05, because: 'a link is forgotten within days' },
    shardKey: '`emailKey`, hashed',
    uniqueness: 'the hash of a random token',
  },
  TrustedDevice: {
    assumed: { perMember: 2, because: 'kept for 90 days' },
    shardKey: '`userId`, hashed',
    uniqueness: onlyId,
  },
  HeldName: {
    assumed: { perMember: 0.02, because: 'one in fifty ends the account within the time a name is held' },
    shardKey: byId,
    uniqueness: 'the name itself is the id',
  },
  LoginFailure: {
    assumed: { perMember: 0.05, because: 'kept for minutes' },
    shardKey: byId,
    uniqueness: 'account or network is the id',
  },
  InviteLink: {
    assumed: { perMember: 0.1, because: 'one in ten invites within 30 days' },
    shardKey: '`inviterId`',
    uniqueness: ofItsKey,
  },
  MailStop: {
    assumed: { perMember: 0.02, because: 'who wants no more invitations' },
    shardKey: byId,
    uniqueness: 'the hash of the address is the id',
  },
  VersionVisits: {
    assumed: { perMember: 0, because: 'eight an hour for each live version, kept for a day' },
    shardKey: byId,
    uniqueness: 'version, composition, hour and number are the id',
  },
  VersionFailure: {
    assumed: { perMember: 0.001, because: 'one for each network that a version failed in, kept for a day' },
    shardKey: byId,
    uniqueness: 'the hash of version and network is the id',
  },
  VersionVitals: {
    assumed: {
      perMember: 0.3,
      because:
        'one an hour for each browser and version that it shows: a tenth is there in the busiest three hours, on three versions',
    },
    shardKey: byId,
    uniqueness: 'the hash of version, composition, hour, network and session is the id',
  },
  Connection: { shardKey: '`pair`', uniqueness: ofItsKey },
  FriendMessage: {
    assumed: { perMember: 100, because: 'the livelier third writes three hundred within the years' },
    shardKey: '`connectionId`',
    uniqueness: onlyId,
  },
  Match: {
    assumed: { perMember: 1, because: 'one in three introduces three pairs, in all the time' },
    shardKey: byId,
    uniqueness: onlyId,
  },
  Block: {
    assumed: { perMember: 0.2, because: 'one in five has blocked somebody' },
    shardKey: '`pair`',
    uniqueness: ofItsBeginning,
  },
  Report: {
    assumed: { perMember: 0.02, because: 'one in fifty' },
    shardKey: '`key`',
    uniqueness: ofItsKey,
  },
  ModerationAct: {
    assumed: { perMember: 0.02, because: 'an act for every report' },
    shardKey: byId,
    uniqueness: onlyId,
  },
  QuizResult: {
    assumed: { perMember: 1.3, because: 'some take it again' },
    shardKey: '`memberId`, hashed',
    uniqueness: onlyId,
  },
  Panda: { shardKey: byId, uniqueness: "one for each owner: the id is made from the owner's (`idMadeOf`)" },
  PandaEntry: { shardKey: byId, uniqueness: 'the id of the Panda' },
  Content: {
    assumed: { perMember: 2, because: 'posts and reviews of the livelier half' },
    shardKey: '`pandaId`',
    uniqueness: 'one review for each author and Panda: a unique index that begins with the shard key',
  },
  PandaPoint: {
    assumed: {
      perMember: 40,
      because: 'a score changes on a day in nine, for half of the members, in two years',
    },
    shardKey: '`pandaId`',
    uniqueness: ofItsBeginning,
  },
  Cheer: {
    assumed: { perMember: 5, because: 'two or three for each thing that was written' },
    shardKey: '`contentId`',
    uniqueness: ofItsBeginning,
  },
  Stake: { shardKey: '`pandaId`, hashed', uniqueness: onlyId },
  Backing: { shardKey: '`pandaId`', uniqueness: ofItsBeginning },
  Account: { shardKey: byId, uniqueness: 'the name of the account is the id' },
  Posting: {
    shardKey: '`memberId`',
    uniqueness: 'the index of `onceKey`, which names its member, gets the shard key as its beginning',
  },
  GrantCounter: {
    assumed: { perMember: 0.001, because: 'networks of one day' },
    shardKey: byId,
    uniqueness: 'network and day are the id',
  },
  Circle: { shardKey: byId, uniqueness: onlyId },
  CircleEntry: { shardKey: byId, uniqueness: 'the id of the circle' },
  Membership: { shardKey: '`circleId`', uniqueness: ofItsBeginning },
  CircleRequest: {
    assumed: { perMember: 0.1, because: 'one in ten waits to be invited to a circle' },
    shardKey: '`userId`',
    uniqueness: ofItsBeginning,
  },
  CircleLink: {
    assumed: { perMember: 0.05, because: 'one for each circle' },
    shardKey: '`codeHash`',
    uniqueness: ofItsKey,
  },
  CircleInvitation: {
    assumed: { perMember: 0.2, because: 'one friend in five invited within two weeks' },
    shardKey: '`userId`',
    uniqueness: ofItsBeginning,
  },
  CircleBan: {
    assumed: { perMember: 0.002, because: 'one member in five hundred, once' },
    shardKey: '`userId`',
    uniqueness: ofItsBeginning,
  },
  CirclePost: {
    assumed: { perMember: 2, because: 'forty in each circle' },
    shardKey: '`circleId`',
    uniqueness: onlyId,
  },
  Notification: {
    assumed: { perMember: 30, because: 'kept for 90 days, the newest 500 of each member' },
    shardKey: '`recipientId`, hashed',
    uniqueness: 'recipient, kind, actor and subject are the id',
  },
  Job: {
    assumed: { perMember: 0.05, because: 'mails and expiries that wait' },
    shardKey: byId,
    uniqueness: onlyId,
  },
  SiteKey: {
    assumed: { perMember: 0, because: 'a handful' },
    shardKey: 'not sharded',
    uniqueness: 'the purpose is the id',
  },
  RateLimit: {
    assumed: { perMember: 0.3, because: 'whoever wrote within the hour, in several counters' },
    shardKey: '`key`',
    uniqueness: ofItsKey,
  },
  Idempotency: {
    assumed: { perMember: 1, because: 'the writes of a day' },
    shardKey: byId,
    uniqueness: 'caller, call and key are the id',
  },
  WaitingWriter: {
    assumed: { perMember: 0, because: 'who waits at this moment' },
    shardKey: byId,
    uniqueness: onlyId,
  },
};

/** A typical day. */
export const day = {
  /** The share of members who visit. */
  active: 0.2,
  pagesEach: 12,
  writesEach: 3,
  /** Commands of a write: session, limits, idempotency, transaction, response. */
  commandsOfWrite: 14,
  /** The busiest hour's load relative to the average. */
  peak: 3,
};

/** Pages, their share of page views, and the calls that each makes. */
export const pages: ReadonlyArray<{ name: string; share: number; calls: string[] }> = [
  {
    name: 'dashboard',
    share: 0.3,
    calls: ['GET /api/user', 'GET /api/home', 'GET /api/matches/candidates', 'GET /api/matches/matchmaker'],
  },
  { name: 'Browse', share: 0.2, calls: ['GET /api/user', 'GET /api/users'] },
  {
    name: 'a person',
    share: 0.2,
    calls: [
      'GET /api/user',
      'GET /api/users/:id',
      'GET /api/users/:id/common',
      'GET /api/connections/:id/messages',
    ],
  },
  { name: 'circles', share: 0.15, calls: ['GET /api/user', 'GET /api/circles'] },
  {
    name: 'a Panda',
    share: 0.15,
    calls: ['GET /api/user', 'GET /api/pandas/:id', 'GET /api/pandas/:id/stakes'],
  },
];
