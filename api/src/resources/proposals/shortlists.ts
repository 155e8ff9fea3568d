import { createHash } from 'node:crypto';
import { minute } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import type { OwnRelations } from './own-relations.ts';

const { members, kept, keptMinutes } = serverLimits.proposals.shortlist;
const lifetime = keptMinutes * minute;

/** Whom to look at for a member, the likeliest first: ids alone. Whether they are proposed, and why, is decided by what is stored when they are. */
interface Shortlist {
  ids: readonly ObjectId[];
  /** What of the member it was made for: a change of it makes another one. */
  madeFor: string;
  madeAt: number;
}

/** The shortlists of this process by the member's id, the latest made last. */
const processes = new WeakMap<Services, Map<string, Shortlist>>();

/** Those who came out first when all were last gathered for a member; none where that is too long ago, or the member has changed since. */
export function shortlistOf(
  services: Services,
  viewer: User,
  own: OwnRelations,
): readonly ObjectId[] | undefined {
  const found = processes.get(services)?.get(String(viewer._id));
  const age = found && services.clock.now().getTime() - found.madeAt;
  // A negative age means that the clock went back.
  if (!found || age === undefined || age < 0 || age > lifetime) return undefined;
  return found.madeFor === markOf(viewer, own) ? found.ids : undefined;
}

/** Keeps the first of those who came out; nothing where they are few, because then all are looked at as fast. Drops what is too old. */
export function keepShortlist(
  services: Services,
  viewer: User,
  own: OwnRelations,
  ids: readonly ObjectId[],
): void {
  const all = processes.get(services) ?? new Map<string, Shortlist>();
  processes.set(services, all);
  const id = String(viewer._id);
  const madeAt = services.clock.now().getTime();
  all.delete(id);
  if (ids.length > members) all.set(id, { ids: ids.slice(0, members), madeFor: markOf(viewer, own), madeAt });
  for (const [oldest, one] of all) {
    if (all.size <= kept && madeAt - one.madeAt <= lifetime) break;
    all.delete(oldest);
  }
}

/** What of a member decides who comes out first. */
function markOf({ interests, age, pandaId }: User, { friendships, memberships }: OwnRelations): string {
  const relations = [friendships.map(({ _id }) => _id), memberships.map(({ circleId }) => circleId)];
  return createHash('sha256')
    .update(JSON.stringify([interests, age, pandaId, relations]))
    .digest('base64');
}
