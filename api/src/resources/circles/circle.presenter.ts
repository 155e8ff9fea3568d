import type { Circle, CirclePage, Membership, PublicUser, WayIn } from '@frens/contract';
import { toBamboo } from '@frens/contract/bamboo';
import { namedMember } from '@frens/contract/named-member';
import type { PipelineStage } from 'mongoose';
import { readTogether } from '../../database/batch-loader.ts';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import { shownPandas } from '../pandas/find-content.ts';
import type { Panda } from '../pandas/panda.model.ts';
import type { Viewing } from '../pandas/panda.presenter.ts';
import { pandaNameIn } from '../pandas/panda-name.policy.ts';
import { pictureAddressOf } from '../pandas/panda-picture.policy.ts';
import { visibleByIds } from '../visibility/visibility.ts';
import type { CircleDoc, MembershipDoc } from './circle.model.ts';
import { showsMembersTo } from './circle.policy.ts';
import { looksPending } from './circle-request.model.ts';
import { findCircle } from './find-circle.ts';
import { joinOptionsFor, none } from './join-options.ts';

/** One circle as it is now; it may have ended in this very moment. */
export async function presentCircle(
  services: Services,
  viewing: Viewing & { viewer: User },
  id: ObjectId,
): Promise<Circle> {
  const circle = await findCircle(services, viewing.viewer._id, id);
  return present(circle, await look(services, viewing, [circle]));
}

/**
 * Circles with the viewer's own part in them; owners whom the viewer may not see are not named (D27).
 *
 * @param options.byLink whether the viewer comes with a link into them (D30)
 */
export async function presentCircles(
  services: Services,
  viewing: Viewing,
  circles: readonly FoundCircle[],
  { byLink = false } = {},
): Promise<Circle[]> {
  const seen = await look(services, viewing, circles, byLink);
  return circles.map((circle) => present(circle, seen));
}

/** A circle on its own page, with its owner as far as they are seen (D58). */
export async function presentCirclePage(
  services: Services,
  viewing: Viewing,
  id: ObjectId,
): Promise<CirclePage> {
  const { viewer } = viewing;
  const circle = await findCircle(services, viewer?._id ?? null, id);
  const seen = await look(services, viewing, [circle]);
  const presented = present(circle, seen);
  const owner = seen.owners.get(String(circle.ownerId));
  return {
    ...presented,
    owner: owner ? namedMember(owner) : null,
    showsMembers: viewer !== null && showsMembersTo(presented.membership, circle),
    wantsNotices: seen.parts.get(String(id))?.wantsNotices ?? false,
  };
}

/** The Pandas that gates name, as far as the viewer sees them. */
function findGatePandas(
  services: Services,
  viewer: User | null,
  circles: readonly FoundCircle[],
): Promise<Panda[]> {
  const ids = circles.flatMap(({ gatePandaId, gatePandas }) => (gatePandas ? [] : (gatePandaId ?? [])));
  const joined = circles.flatMap(({ gatePandas }) => gatePandas ?? []);
  return shownPandas(services, viewer?._id ?? null, ids, joined);
}

/** How a circle names the Panda of its gate, by the Panda's id. */
function presentGatePandas(pandas: readonly Panda[], language: Viewing['language']): Seen['gatePandas'] {
  return new Map(
    pandas.map((panda) => {
      const id = String(panda._id);
      return [id, { id, name: pandaNameIn(panda, language), imageUrl: pictureAddressOf(panda) }];
    }),
  );
}

/** A circle, where a list is read with the Panda of its gate. */
type FoundCircle = CircleDoc & { gatePandas?: Panda[] };

/** Joins the Pandas of gates to circles that are found: otherwise their owners are known a wave later. */
export const withGatePandas: PipelineStage.Lookup = {
  $lookup: { from: 'pandas', localField: 'gatePandaId', foreignField: '_id', as: 'gatePandas' },
};

/** What the viewer sees beside some circles, read once for all of them. */
interface Seen {
  owners: Map<string, PublicUser>;
  /** The viewer's part in those that they are in, by the ids of the circles. */
  roles: Map<string, Membership>;
  parts: Map<string, MembershipDoc>;
  /** By the ids of the circles, as if the viewer were not in them. */
  ways: Map<string, WayIn>;
  gatePandas: Map<string, Circle['gatePanda']>;
}

async function look(
  services: Services,
  viewing: Viewing,
  circles: readonly FoundCircle[],
  byLink = false,
): Promise<Seen> {
  const { viewer } = viewing;
  // A member is in at most two hundred circles (D29).
  const memberships: Promise<MembershipDoc[]> = viewer
    ? readTogether(services.db.models.Membership, { userId: viewer._id })
    : Promise.resolve([]);
  const joined = memberships.then((all) => all.map(({ circleId }) => circleId));
  const atGates = findGatePandas(services, viewer, circles);
  const [mine, asked, owners, ways, pandas] = await Promise.all([
    memberships,
    askedFor(services, viewer, circles),
    visibleByIds(
      services,
      viewer,
      circles.map(({ ownerId }) => ownerId),
      { memberships },
    ),
    joinOptionsFor(services, viewer, circles, joined, atGates, byLink),
    atGates,
  ]);
  const parts = new Map(mine.map((one) => [String(one.circleId), one]));
  const roles = new Map<string, Membership>([...parts].map(([circle, { role }]) => [circle, role]));
  for (const id of asked) if (!roles.has(id)) roles.set(id, 'requested');
  return { owners, roles, parts, ways, gatePandas: presentGatePandas(pandas, viewing.language) };
}

/** The ids of the circles that a viewer waits to be invited to. */
async function askedFor(
  { db, clock }: Services,
  viewer: User | null,
  circles: readonly CircleDoc[],
): Promise<string[]> {
  const closed = circles.filter(({ circleType }) => circleType === 'invite').map(({ _id }) => _id);
  if (!viewer || closed.length === 0) return [];
  const asked = await readTogether(db.models.CircleRequest, {
    userId: viewer._id,
    circleId: { $in: closed },
  });
  return asked.filter((one) => looksPending(one, clock)).map(({ circleId }) => String(circleId));
}

function present(circle: CircleDoc, { owners, roles, ways, gatePandas }: Seen): Circle {
  const id = String(circle._id);
  const ownerId = String(circle.ownerId);
  const membership = roles.get(id) ?? 'none';
  // An invitation comes before one's own request for one; who is in it needs no way.
  const wayIn = (['none', 'requested'].includes(membership) && ways.get(id)) || none;
  const gatePanda = gatePandas.get(String(circle.gatePandaId)) ?? null;
  // One that is not shown is not there, but for the owner of the circle, who may open its gate to others.
  const isGateTold = gatePanda !== null || membership === 'owner';
  return {
    id,
    name: circle.name,
    description: circle.description,
    circleType: circle.circleType,
    isPandaGated: circle.circleType === 'stake_gated',
    memberCount: circle.memberCount,
    ownerId: owners.has(ownerId) ? ownerId : null,
    gatePandaId: circle.gatePandaId && isGateTold ? String(circle.gatePandaId) : null,
    gatePanda,
    gateMinAmount: circle.gateMinAmount === null ? null : toBamboo(circle.gateMinAmount),
    createdAt: circle.createdAt.toISOString(),
    membership,
    // Who has asked for an invitation does not ask again.
    wayIn: membership === 'requested' && wayIn.kind === 'ask' ? none : wayIn,
  };
}
