import { createHash, randomBytes } from 'node:crypto';
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
import { findKeptCircle } from './find-circle.ts';

/** A new code: 16 random bytes, as a link carries them. */
export function newCode(): string {
  return randomBytes(16).toString('base64url');
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** Makes a link into a circle, in the caller's transaction. */
export async function makeLink(
  services: Services,
  maker: User,
  circleId: ObjectId,
  {
    code,
    maxUses,
    days,
  }: { code: string } & Pick<ParsedBody<'POST /api/circles/:id/invitations'>, 'maxUses' | 'days'>,
): Promise<ObjectId> {
  await findKeptCircle(services, maker._id, circleId);
  const link: CircleLinkDoc = {
    _id: newId(),
    circleId,
    makerId: maker._id,
    codeHash: hashOf(code),
    maxUses,
    left: maxUses,
    createdAt: services.clock.now(),
    expiresAt: fromNow(services.clock, days * day),
  };
  await services.db.models.CircleLink.create(link);
  return link._id;
}

/** A link without its code, which nobody has any more. */
export function presentLink({ _id, maxUses, left, createdAt, expiresAt }: CircleLinkDoc): CircleLink {
  return {
    id: String(_id),
    maxUses,
    uses: maxUses - left,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

/** The links of a circle that have not run out, newest first, for its owner and admins. */
export async function listLinks(
  services: Services,
  viewer: User,
  circleId: ObjectId,
  paging: ParsedQuery<'GET /api/circles/:id/invitations'>,
  ctx: ApiContext,
): Promise<CircleLink[]> {
  const { CircleLink, Membership } = services.db.models;
  await findKeptCircle(services, viewer._id, circleId);
  return readPage(ctx, paging, {
    read: (after, limit) => readNewest(CircleLink, { circleId, ...positionFilter(after) }, limit),
    async present(links) {
      const keepers = await Membership.find({
        circleId,
        userId: { $in: links.map(({ makerId }) => makerId) },
        role: { $in: keeperRoles },
      }).lean();
      const keeping = new Set(keepers.map(({ userId }) => String(userId)));
      const now = services.clock.now();
      return links.map((link) =>
        link.expiresAt > now && keeping.has(String(link.makerId)) ? presentLink(link) : null,
      );
    },
  });
}

/** Takes a link back; whoever has joined by it stays. */
export async function revokeLink(
  services: Services,
  keeper: User,
  circleId: ObjectId,
  linkId: ObjectId,
): Promise<void> {
  await findKeptCircle(services, keeper._id, circleId);
  await services.db.models.CircleLink.deleteOne({ _id: linkId, circleId });
}

/** What is true of a link that somebody can still join by. The database forgets in its own time; this is exact. */
function works({ clock }: Services) {
  return { left: { $gt: 0 }, expiresAt: { $gt: clock.now() } };
}

/**
 * Uses a link once, in the caller's transaction.
 *
 * @throws 403 for one that is used up, has run out, was revoked, or whose maker no longer keeps the circle
 */
export async function useLink(services: Services, circleId: ObjectId, code: string): Promise<void> {
  // One atomic step in the transaction: of any number at once exactly as many come in as the link allows.
  const link = await services.db.models.CircleLink.findOneAndUpdate(
    { codeHash: hashOf(code), circleId, ...works(services) },
    { $inc: { left: -1 } },
  ).lean();
  if (!link || !(await isByKeeper(services, link))) throw forbidden(errorCodes.inviteInvalid);
}

/** The circle that a link leads to; null for a link that works no more, or never did. */
export async function circleOfLink(services: Services, code: string): Promise<CircleDoc | null> {
  const { Circle, CircleLink } = services.db.models;
  const link = await CircleLink.findOne({ codeHash: hashOf(code), ...works(services) }).lean();
  if (!link || !(await isByKeeper(services, link))) return null;
  return Circle.findOne({ _id: link.circleId, ...notEnded }).lean();
}

/** A link is worth what its maker may do: it rests while they are neither owner nor admin. */
async function isByKeeper({ db }: Services, { circleId, makerId }: CircleLinkDoc): Promise<boolean> {
  const role = { $in: keeperRoles };
  return (await db.models.Membership.exists({ circleId, userId: makerId, role })) !== null;
}
