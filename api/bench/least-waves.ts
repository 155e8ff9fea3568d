import { firstPageLimits } from '@frens/contract/first-page-limits';
import { limits } from '@frens/contract/limits';
import type { ObjectId } from '../src/database/ids.ts';
import { serverLimits } from '../src/limits.ts';
import { newestFirst } from '../src/paging.ts';
import { otherIn, pairOf } from '../src/resources/connections/connection.model.ts';
import { notHidden } from '../src/resources/pandas/panda.model.ts';
import { readOwnRelations } from '../src/resources/proposals/own-relations.ts';
import { reportKeysOf } from '../src/resources/reports/report.model.ts';
import { sessionIdOf } from '../src/resources/sessions/sessions.ts';
import { seeMembers } from '../src/resources/visibility/visibility.ts';
import { walletOf } from '../src/resources/wallet/ledger.model.ts';
import { idOf } from './community/shape.ts';
import type { Site } from './scale.ts';

// The fewest commands for a call's response, as a developer would write them by hand for this call alone.

type Command = Record<string, unknown>;
/** One read of a batched command. */
type Read = [collection: string, filter: object];

const viewerId = idOf('member', 0);
export const pandaAddress = `/api/pandas/${String(idOf('panda', 1))}`;

export async function leastWaves({ observed, cookie }: Site, address: string): Promise<Command[][]> {
  const { Circle, Notification, Panda, User } = observed.services.db.models;
  const { pathname, searchParams } = new URL(address, 'http://site');
  const page = { sort: newestFirst, limit: Number(searchParams.get('limit') ?? limits.page.default) + 1 };
  const session = batchOf([['sessions', { _id: sessionIdOf(cookie.slice('sid='.length)) }]], 'userId');
  if (pathname === '/api/user') {
    const unread = { recipientId: viewerId, readAt: null };
    const unreadDocs = await Notification.find(unread)
      .sort(newestFirst)
      .limit(firstPageLimits.unreadCounted)
      .lean();
    const actorIds = unreadDocs.flatMap(({ actorId }) => actorId ?? []);
    // Notifications about backers, which count while their stake exists.
    const pandaId = { $in: unreadDocs.flatMap(({ subjectId }) => subjectId ?? []) };
    const backings: Read = ['backings', { pandaId, backerId: { $in: actorIds }, amount: { $gt: 0 } }];
    return [
      [session],
      [
        { find: 'notifications', filter: unread, sort: newestFirst, limit: firstPageLimits.unreadCounted },
        batchOf([['accounts', { _id: walletOf(viewerId) }]]),
      ],
      // Only actions of visible members count (D16).
      [{ find: 'users', filter: { _id: { $in: actorIds } } }, batchOf([...tiesOf(actorIds), backings])],
    ];
  }
  if (pathname === '/api/users') {
    const filter = { profileComplete: true, 'privacy.profileVisibility': 'public' } as const;
    const members = await User.find(filter).sort(page.sort).limit(page.limit).lean();
    const ids = members.map(({ _id }) => _id);
    // Data for the reasons beside each member (D70): the viewer's newest friends and circles, and who on the page shares them.
    const { friendships, memberships } = await readOwnRelations(
      observed.services,
      await User.findById(viewerId).orFail().lean(),
      seeMembers,
    );
    const friendIds = friendships.slice(0, serverLimits.proposals.hubs).map((one) => otherIn(one, viewerId));
    const circleId = { $in: memberships.map((one) => one.circleId) };
    const sides = (['requesterId', 'addresseeId'] as const).map((side) => ({
      find: 'connections',
      filter: { [side]: viewerId, status: 'accepted' },
      sort: newestFirst,
      limit: serverLimits.proposals.hubs,
    }));
    const beside = batchOf([
      ...tiesOf(ids),
      ...(['requesterId', 'addresseeId'] as const).map(
        (side): Read => ['connections', { [side]: { $in: friendIds }, status: 'accepted' }],
      ),
      ['circles', { _id: circleId }],
      ['memberships', { circleId, userId: { $in: ids } }],
    ]);
    return [
      [session],
      [{ find: 'users', filter, ...page }, ...sides, batchOf([['memberships', { userId: viewerId }]])],
      [
        beside,
        { find: 'users', filter: { _id: { $in: friendIds } } },
        { find: 'pandas', filter: { ownerId: { $in: [viewerId, ...ids] }, ...notHidden } },
      ],
    ];
  }
  if (pathname === '/api/circles') {
    const filter = { endedAt: { $exists: false }, removedAt: { $exists: false } };
    const circles = await Circle.find(filter).sort(page.sort).limit(page.limit).lean();
    const ownerIds = circles.map(({ ownerId }) => ownerId);
    const circleId = { $in: circles.map(({ _id }) => _id) };
    const own = ['circleBans', 'circleInvitations', 'circleRequests'].map(
      (name): Read => [name, { userId: viewerId, circleId }],
    );
    const gates = circles.flatMap(({ gatePandaId }) => gatePandaId ?? []);
    const beside = batchOf([
      ...tiesOf(ownerIds),
      ['memberships', { userId: viewerId }],
      ...own,
      ['pandas', { _id: { $in: gates } }],
      ['backings', { pandaId: { $in: gates }, backerId: viewerId }],
    ]);
    return [
      [session],
      [{ find: 'circles', filter, ...page }],
      [{ find: 'users', filter: { _id: { $in: ownerIds } } }, beside],
    ];
  }
  const panda = await Panda.findById(idOf('panda', 1)).orFail().lean();
  const owner = batchOf([['users', { _id: panda.ownerId }], ...tiesOf([panda.ownerId])]);
  return [[session, { find: 'pandas', filter: { _id: panda._id } }], [owner]];
}

/** Reads the ties between the viewer and some members. */
function tiesOf(ids: readonly ObjectId[]): Read[] {
  const pair = { $in: ids.map((id) => pairOf(viewerId, id)) };
  return [
    ['connections', { pair }],
    ['blocks', { pair }],
    ['reports', { key: reportKeysOf(viewerId) }],
  ];
}

/** Batches reads of several collections into one command, joining the first one's member. */
function batchOf([first, ...others]: Read[], memberField?: string): Command {
  const [aggregate, $match] = first ?? ['', {}];
  const join = { from: 'users', localField: memberField, foreignField: '_id', as: 'members' };
  const pipeline = [
    { $match },
    ...(memberField ? [{ $lookup: join }] : []),
    ...others.map(([coll, filter]) => ({ $unionWith: { coll, pipeline: [{ $match: filter }] } })),
  ];
  // One batch: the default of 101 documents would need a second command.
  return { aggregate, pipeline, cursor: { batchSize: 10_000 } };
}
