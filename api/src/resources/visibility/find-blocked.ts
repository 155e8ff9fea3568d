import { batchLoad } from '../../database/batch-loader.ts';
import { noId, type ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import { pairOf } from '../connections/connection.model.ts';

/** Finds the members whom a block, by either side, separates from the viewer (D23). Returns pair keys (`pairOf`). */
export async function blockedPairs(
  { db }: Pick<Services, 'db'>,
  viewerId: ObjectId,
  ids: readonly ObjectId[],
): Promise<Set<string>> {
  const pairs = ids.map((id) => pairOf(viewerId, id));
  // When both blocked each other, either block is enough.
  const blocks = await batchLoad(db.models.Block, 'pair', pairs);
  return new Set(blocks.map(({ pair }) => pair));
}

/** Whether a block, by either side, separates two members. */
export async function hasBlockBetween(services: Services, one: ObjectId, other: ObjectId): Promise<boolean> {
  return (await blockedPairs(services, one, [other])).size > 0;
}

/** A document that a member owns: a Panda or a circle. */
export interface Owned {
  _id: ObjectId;
  ownerId: ObjectId;
}

/** Placeholder for a missing document, so that checking it costs the same reads as checking a hidden one. */
export const absent = (_id: ObjectId): Owned => ({ _id, ownerId: noId });

/**
 * Finds the documents owned by members whom a block separates from the viewer (D23), and missing ones (`absent`). None for a
 * visitor. Returns the documents' ids.
 */
export async function findOwnedByBlocked(
  services: Pick<Services, 'db'>,
  viewerId: ObjectId | null,
  things: readonly Owned[],
): Promise<Set<string>> {
  if (!viewerId) return new Set();
  const others = things.filter(({ ownerId }) => !ownerId.equals(viewerId));
  const blocked = await blockedPairs(
    services,
    viewerId,
    others.map(({ ownerId }) => ownerId),
  );
  return new Set(
    others
      .filter(({ ownerId }) => ownerId.equals(noId) || blocked.has(pairOf(viewerId, ownerId)))
      .map(({ _id }) => String(_id)),
  );
}
