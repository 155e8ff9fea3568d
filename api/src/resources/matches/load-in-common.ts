import type { TraitName, Traits } from '@frens/contract/panda-scoring';
import type { ObjectId } from '../../database/ids.ts';
import { idFrom } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { pairOf } from '../connections/connection.model.ts';
import type { User } from '../members/user.model.ts';
import { notHidden } from '../pandas/panda.model.ts';
import type { Gathered } from './gather-candidates.ts';

/** What is known of candidates and a friend besides their profiles. */
export interface InCommon {
  friendTraits: PandaTraits | null;
  /** By the candidate's id. */
  traits: Map<string, PandaTraits>;
  /** Names of the friends and circles that a candidate shares with the friend, by the candidate's id. */
  friends: Map<string, string[]>;
  circles: Map<string, string[]>;
}

export interface PandaTraits {
  traits: Traits;
  topTrait: TraitName;
}

/** Reads what candidates have in common with a friend: three queries, whoever they are. Who comes here is seen whole by the matchmaker. */
export async function readInCommon(
  { db }: Services,
  friendId: ObjectId,
  candidates: readonly User[],
  { commonFriends, circles }: Gathered,
): Promise<InCommon> {
  const { Connection, Membership, Panda } = db.models;
  const ids = candidates.map(({ _id }) => _id);
  const between = new Map(
    commonFriends.flatMap((common) =>
      ids.map((id) => [pairOf(idFrom(common.id), id), { id: String(id), name: common.name }] as const),
    ),
  );
  const names = new Map(circles.map(({ _id, name }) => [String(_id), name]));
  const [connections, memberships, pandas] = await Promise.all([
    between.size === 0
      ? []
      : Connection.find({ pair: { $in: [...between.keys()] }, status: 'accepted' }, { pair: 1 }).lean(),
    circles.length === 0
      ? []
      : Membership.find(
          { circleId: { $in: circles.map(({ _id }) => _id) }, userId: { $in: ids } },
          { circleId: 1, userId: 1 },
        ).lean(),
    Panda.find(
      { ownerId: { $in: [friendId, ...ids] }, ...notHidden },
      { ownerId: 1, traits: 1, topTrait: 1 },
    ).lean(),
  ]);
  const byOwner = new Map(
    pandas.map(({ ownerId, traits, topTrait }) => [String(ownerId), { traits, topTrait }]),
  );
  const shared = connections.flatMap(({ pair }) => between.get(pair) ?? []);
  return {
    friendTraits: byOwner.get(String(friendId)) ?? null,
    traits: byOwner,
    friends: grouped(shared),
    circles: grouped(
      memberships.map(({ circleId, userId }) => ({
        id: String(userId),
        name: names.get(String(circleId)) ?? '',
      })),
    ),
  };
}

function grouped(named: ReadonlyArray<{ id: string; name: string }>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, name } of named) groups.set(id, [...(groups.get(id) ?? []), name]);
  return groups;
}
