import type { Models } from '../resources/models.ts';

/** Indexes of earlier versions, by their names, in whose place others are (docs/decisions/0213). */
const replaced = {
  Connection: [
    'requesterId_1_status_1_createdAt_-1',
    'addresseeId_1_status_1_createdAt_-1',
    'requesterId_1_createdAt_-1',
  ],
  Membership: ['circleId_1_role_1_createdAt_1__id_1'],
  Posting: ['memberId_1_createdAt_-1__id_-1'],
} as const satisfies Partial<Record<keyof Models, readonly string[]>>;

/** Drops what no query needs any more. A release that still declares one of them builds it again when it starts. */
export async function dropReplacedIndexes({ Connection, Membership, Posting }: Models): Promise<void> {
  await drop(Connection.collection, replaced.Connection);
  await drop(Membership.collection, replaced.Membership);
  await drop(Posting.collection, replaced.Posting);
}

async function drop(collection: Models['User']['collection'], names: readonly string[]): Promise<void> {
  const there = new Set((await collection.indexes()).map(({ name }) => name));
  for (const name of names.filter((one) => there.has(one))) await collection.dropIndex(name);
}
