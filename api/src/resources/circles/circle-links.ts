import { hash, randomBytes } from 'node:crypto';
import type { CircleLink, ParsedBody, ParsedQuery } from '@frens/contract';
import { errorCodes } from '@frens/contract/errors';
import { day, fromNow } from '../../clock.ts';
import { newId, type ObjectId } from '../../database/ids.ts';
import { forbidden } from '../../errors.ts';
import { positionFilter, readNewest, readPage } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import type { User } from '../members/user.model.ts';
import { type CircleDoc, keeperRoles, notEnded } from './circle.model.ts';
import type { CircleLinkDoc } from './circle-link.model.ts';
import { findCircleOfKeeper } from './find-circle.ts';

/** Generates a link's code: 16 random bytes as base64url. */
export function newCode(): string {
  return randomBytes(16).toString('base64url');
}

/** Creates an invitation link into a circle, in the caller's transaction. */
export async function createLink(
  services: Services,
  maker: User,
  circleId: ObjectId,
  {
    code,
    maxUses,
    days,
  }: { code: string } & Pick<ParsedBody<'POST /api/circles/:id/invitations'>, 'maxUses' | 'days'>,
): Promise<ObjectId> {
  await findCircleOfKeeper(services, maker._id, circleId);
  const link: CircleLinkDoc = {
    _id: newId(),
    circleId,
    makerId: maker._id,
    codeHash: hash('sha256', code),
    maxUses,
    left: maxUses,
    createdAt: services.clock.now(),
    expiresAt: fromNow(services.clock, days * day),
  };
  await services.db.models.CircleLink.create(link);
  return link._id;
}

/** Presents a link without its code, which is not stored. */
export function presentLink({ _id, maxUses, left, createdAt, expiresAt }: CircleLinkDoc): CircleLink {
  return {
    id: String(_id),
    maxUses,
    uses: maxUses - left,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** Lists a circle's links that have not expired, newest first, for its owner and admins. Hides those of former keepers. */
export async function listLinks(
  services: Services,
  viewer: User,
  circleId: ObjectId,
  paging: ParsedQuery<'GET /api/circles/:id/invitations'>,
  ctx: ApiContext,
): Promise<CircleLink[]> {
  const { CircleLink, Membership } = services.db.models;
  await findCircleOfKeeper(services, viewer._id, circleId);
  return readPage(ctx, paging, {
    read: (after, limit) => readNewest(CircleLink, { circleId, ...positionFilter(after) }, limit),
    async present(links) {
      const keepers = await Membership.find({
        circleId,
        userId: { $in: links.map(({ makerId }) => makerId) },
        role: { $in: keeperRoles },
      }).lean();
      const keeperIds = new Set(keepers.map(({ userId }) => String(userId)));
      const now = services.clock.now();
      return links.map((link) =>
        link.expiresAt > now && keeperIds.has(String(link.makerId)) ? presentLink(link) : null,
      );
    },
  });
}

/** Revokes a link. Members who have joined by it stay. */
export async function revokeLink(
  services: Services,
  keeper: User,
  circleId: ObjectId,
  linkId: ObjectId,
): Promise<void> {
  await findCircleOfKeeper(services, keeper._id, circleId);
  await services.db.models.CircleLink.deleteOne({ _id: linkId, circleId });
}

/** The filter for links that still work. The TTL index deletes with a delay; this is exact. */
function openLinkFilter({ clock }: Services) {
  return { left: { $gt: 0 }, expiresAt: { $gt: clock.now() } };
}

/**
 * Uses a link once, in the caller's transaction.
 *
 * @throws 403 for a link that is used up, expired or revoked, or whose maker is neither owner nor admin any more
 */
export async function useLink(services: Services, circleId: ObjectId, code: string): Promise<void> {
  // The conditional update is atomic: concurrent uses never exceed the link's limit.
  const link = await services.db.models.CircleLink.findOneAndUpdate(
    { codeHash: hash('sha256', code), circleId, ...openLinkFilter(services) },
    { $inc: { left: -1 } },
  ).lean();
  if (!link || !(await isByKeeper(services, link))) throw forbidden(errorCodes.inviteInvalid);
}

/** The circle that a link leads to; null if the link does not work. */
export async function circleOfLink(services: Services, code: string): Promise<CircleDoc | null> {
  const { Circle, CircleLink } = services.db.models;
  const link = await CircleLink.findOne({
    codeHash: hash('sha256', code),
    ...openLinkFilter(services),
  }).lean();
  if (!link || !(await isByKeeper(services, link))) return null;
  return Circle.findOne({ _id: link.circleId, ...notEnded }).lean();
}

/** A link works only while its maker is owner or admin. */
async function isByKeeper({ db }: Services, { circleId, makerId }: CircleLinkDoc): Promise<boolean> {
  const role = { $in: keeperRoles };
  return (await db.models.Membership.exists({ circleId, userId: makerId, role })) !== null;
}
