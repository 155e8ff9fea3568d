import type { Circle, CirclePage, JoinOption, Membership, PublicUser } from '@frens/contract';
import { toBamboo } from '@frens/contract/bamboo';
import { namedMember } from '@frens/contract/named-member';
import type { PipelineStage } from 'mongoose';
import { batchFind } from '../../database/batch-loader.ts';
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
import { joinOptionsFor, noJoinOption } from './join-options.ts';

/** Presents the current state of a circle. Throws 404 if it has just ended. */
export async function presentCircle(
  services: Services,
  viewing: Viewing & { viewer: User },
  id: ObjectId,
): Promise<Circle> {
  const circle = await findCircle(services, viewing.viewer._id, id);
  return present(circle, await loadContext(services, viewing, [circle]));
}

/**
 * Presents circles with the viewer's membership. Owners whom the viewer cannot see are not named (D27).
 *
 * @param options.byLink whether the viewer has an invitation link to these circles (D30)
 * @param options.memberships the viewer's, if the caller reads them anyway
 */
export async function presentCircles(
  services: Services,
  viewing: Viewing,
  circles: readonly FoundCircle[],
  options: ContextOptions = {},
): Promise<Circle[]> {
  const context = await loadContext(services, viewing, circles, options);
  return circles.map((circle) => present(circle, context));
}

/** Presents a circle for its own page, with the owner if the viewer can see them (D58). */
export async function presentCirclePage(
  services: Services,
  viewing: Viewing,
  id: ObjectId,
): Promise<CirclePage> {
  const { viewer } = viewing;
  const circle = await findCircle(services, viewer?._id ?? null, id);
  const context = await loadContext(services, viewing, [circle]);
  const presented = present(circle, context);
  const owner = context.owners.get(String(circle.ownerId));
  return {
    ...presented,
    owner: owner ? namedMember(owner) : null,
    showsMembers: viewer !== null && showsMembersTo(presented.membership, circle),
    wantsNotices: context.parts.get(String(id))?.wantsNotices ?? false,
  };
}

/** Finds the Pandas of stake gates that the viewer can see. */
function findGatePandas(
  services: Services,
  viewer: User | null,
  circles: readonly FoundCircle[],
): Promise<Panda[]> {
  const ids = circles.flatMap(({ gatePandaId, gatePandas }) => (gatePandas ? [] : (gatePandaId ?? [])));
  const joined = circles.flatMap(({ gatePandas }) => gatePandas ?? []);
  return shownPandas(services, viewer?._id ?? null, ids, joined);
}

/** Presents the Pandas of stake gates, by id. */
function presentGatePandas(pandas: readonly Panda[], language: Viewing['language']): Context['gatePandas'] {
  return new Map(
    pandas.map((panda) => {
      const id = String(panda._id);
      return [id, { id, name: pandaNameIn(panda, language), imageUrl: pictureAddressOf(panda) }];
    }),
  );
}

/** A circle. Lists join the Panda of its gate. */
type FoundCircle = CircleDoc & { gatePandas?: Panda[] };

/** Joins the Pandas of gates to the circles of a list. This saves a round trip before the Pandas' owners are known. */
export const withGatePandas: PipelineStage.Lookup = {
  $lookup: { from: 'pandas', localField: 'gatePandaId', foreignField: '_id', as: 'gatePandas' },
};

/** What presenting circles to a viewer needs besides the circles, loaded once for all of them. */
interface Context {
  owners: Map<string, PublicUser>;
  /** The viewer's roles and pending requests, by circle id. */
  roles: Map<string, Membership>;
  parts: Map<string, MembershipDoc>;
  /** The join options by circle id, as if the viewer were not a member. */
  ways: Map<string, JoinOption>;
  gatePandas: Map<string, Circle['gatePanda']>;
}

interface ContextOptions {
  byLink?: boolean;
  memberships?: Promise<readonly MembershipDoc[]> | undefined;
}

async function loadContext(
  services: Services,
  viewing: Viewing,
  circles: readonly FoundCircle[],
  { byLink = false, memberships: known }: ContextOptions = {},
): Promise<Context> {
  const { viewer } = viewing;
  // Bounded: a member is in at most two hundred circles (D29).
  const memberships: Promise<readonly MembershipDoc[]> =
    known ??
    (viewer ? batchFind(services.db.models.Membership, { userId: viewer._id }) : Promise.resolve([]));
  const atGates = findGatePandas(services, viewer, circles);
  const [mine, requested, owners, ways, pandas] = await Promise.all([
    memberships,
    findRequested(services, viewer, circles),
    visibleByIds(
      services,
      viewer,
      circles.map(({ ownerId }) => ownerId),
      { memberships },
    ),
    joinOptionsFor(services, viewer, circles, memberships, atGates, byLink),
    atGates,
  ]);
  const parts = new Map(mine.map((one) => [String(one.circleId), one]));
  const roles = new Map<string, Membership>([...parts].map(([circle, { role }]) => [circle, role]));
  for (const id of requested) if (!roles.has(id)) roles.set(id, 'requested');
  return { owners, roles, parts, ways, gatePandas: presentGatePandas(pandas, viewing.language) };
}

/** The ids of the circles with a request of the viewer that looks pending to them. */
async function findRequested(
  { db, clock }: Services,
  viewer: User | null,
  circles: readonly CircleDoc[],
): Promise<string[]> {
  const closed = circles.filter(({ circleType }) => circleType === 'invite').map(({ _id }) => _id);
  if (!viewer || closed.length === 0) return [];
  const requested = await batchFind(db.models.CircleRequest, {
    userId: viewer._id,
    circleId: { $in: closed },
  });
  return requested.filter((one) => looksPending(one, clock)).map(({ circleId }) => String(circleId));
}

function present(circle: CircleDoc, { owners, roles, ways, gatePandas }: Context): Circle {
  const id = String(circle._id);
  const ownerId = String(circle.ownerId);
  const membership = roles.get(id) ?? 'none';
  // An invitation takes precedence over the viewer's own request; members need no join option.
  const wayIn = (['none', 'requested'].includes(membership) && ways.get(id)) || noJoinOption;
  const gatePanda = gatePandas.get(String(circle.gatePandaId)) ?? null;
  // An invisible gate Panda is left out, except for the circle's owner, who may change the gate.
  const isGateShown = gatePanda !== null || membership === 'owner';
  return {
    id,
    name: circle.name,
    description: circle.description,
    circleType: circle.circleType,
    isPandaGated: circle.circleType === 'stake_gated',
    memberCount: circle.memberCount,
    ownerId: owners.has(ownerId) ? ownerId : null,
    gatePandaId: circle.gatePandaId && isGateShown ? String(circle.gatePandaId) : null,
    gatePanda,
    gateMinAmount: circle.gateMinAmount === null ? null : toBamboo(circle.gateMinAmount),
    createdAt: circle.createdAt.toISOString(),
    membership,
    // A viewer with a pending request cannot ask again.
    wayIn: membership === 'requested' && wayIn.kind === 'ask' ? noJoinOption : wayIn,
  };
}
