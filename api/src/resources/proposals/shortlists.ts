import { hash } from 'node:crypto';
import { minute } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import type { OwnRelations } from './own-relations.ts';

const { size, ttlMinutes, maxEntries } = serverLimits.proposals.shortlist;
const ttlMs = ttlMinutes * minute;

/** Whom to look at for a member, best ranked first: ids alone. Whether they are proposed, and why, is decided at each request by what is stored. */
interface Shortlist {
  ids: readonly ObjectId[];
  /** Of everything about the member that changes the ranking. */
  fingerprint: string;
  cachedAt: number;
}

/** This process's cache: shortlists by the member's id, oldest first. */
const caches = new WeakMap<Services, Map<string, Shortlist>>();

/** The member's cached shortlist; undefined if it has expired, or the member has changed since. */
export function cachedShortlist(
  services: Services,
  viewer: User,
  own: OwnRelations,
): readonly ObjectId[] | undefined {
  const found = caches.get(services)?.get(String(viewer._id));
  const age = found && services.clock.now().getTime() - found.cachedAt;
  // A negative age means that the clock went back.
  if (!found || age === undefined || age < 0 || age > ttlMs) return undefined;
  return found.fingerprint === fingerprintOf(viewer, own) ? found.ids : undefined;
}

/**
 * Caches the first of a ranking, and evicts what has expired and the oldest of too many. Short rankings are not cached: gathering them costs as
 * little, and a new member comes up at once.
 */
export function cacheShortlist(
  services: Services,
  viewer: User,
  own: OwnRelations,
  ranked: readonly ObjectId[],
): void {
  const cache = caches.get(services) ?? new Map<string, Shortlist>();
  caches.set(services, cache);
  const id = String(viewer._id);
  const cachedAt = services.clock.now().getTime();
  cache.delete(id);
  if (ranked.length > size)
    cache.set(id, { ids: ranked.slice(0, size), fingerprint: fingerprintOf(viewer, own), cachedAt });
  for (const [oldest, one] of cache) {
    if (cache.size <= maxEntries && cachedAt - one.cachedAt <= ttlMs) break;
    cache.delete(oldest);
  }
}

function fingerprintOf(
  { interests, age, pandaId }: User,
  { friendships, memberships }: OwnRelations,
): string {
  const relations = [friendships.map(({ _id }) => _id), memberships.map(({ circleId }) => circleId)];
  return hash('sha256', JSON.stringify([interests, age, pandaId, relations]), 'base64');
}
