import type { Models } from '../resources/models.ts';

/** Drops indexes in whose place others are (docs/decisions/0213). A release that still declares one of them builds it again when it starts. */
export async function dropReplacedIndexes({ Connection, Membership, Posting, Stake }: Models): Promise<void> {
  await drop(Connection.collection, [
    'requesterId_1_status_1_createdAt_-1',
    'addresseeId_1_status_1_createdAt_-1',
    'requesterId_1_createdAt_-1',
  ]);
  await drop(Membership.collection, ['circleId_1_role_1_createdAt_1__id_1']);
  await drop(Posting.collection, ['memberId_1_createdAt_-1', 'memberId_1_createdAt_-1__id_-1']);
  await drop(Stake.collection, ['stakerId_1_createdAt_-1']);
}

async function drop(collection: Models['User']['collection'], names: readonly string[]): Promise<void> {
  const there = new Set((await collection.indexes()).map(({ name }) => name));
  for (const name of names.filter((one) => there.has(one))) await collection.dropIndex(name);
}
