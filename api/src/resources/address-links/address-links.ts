import { hash, randomBytes } from 'node:crypto';
import { errorCodes } from '@frens/contract/errors';
import { limits } from '@frens/contract/limits';
import { canonicalAddress } from '@frens/contract/mail-address';
import { type Clock, day, endsAhead, fromNow, minute } from '../../clock.ts';
import type { ObjectId } from '../../database/ids.ts';
import { AppError } from '../../errors.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { inviteKey } from '../invitations/invite-link.model.ts';
import { memberKey } from '../members/user.model.ts';
import { walletOf } from '../wallet/ledger.model.ts';
import type { AddressLink, LinkPurpose } from './address-link.model.ts';

export interface NewLink {
  purpose: LinkPurpose;
  email: string;
  userId?: ObjectId | null;
  next?: string | null;
  inviteCode?: string | null;
  /** When its lifetime starts; now by default. */
  from?: Date;
}

/** The services that links need, without those of a request: jobs create links, too. */
export type LinkServices = Pick<Services, 'db' | 'clock'>;

/** The stored id of a link: the SHA-256 of its token. */
export function linkIdOf(token: string): string {
  return hash('sha256', token);
}

/** When a link expires whose lifetime starts at `from`. */
export function endOf(purpose: LinkPurpose, from: Date): Date {
  return new Date(from.getTime() + limits.linkMinutes[purpose] * minute);
}

/** The filter for `expiresAt` of links that are still valid. */
export function linkEndsAhead(clock: Clock, purpose: LinkPurpose): ReturnType<typeof endsAhead> {
  return endsAhead(clock, limits.linkMinutes[purpose] * minute);
}

/** Creates a link to an address and returns its token, which is stored nowhere. Keeps the newest three per purpose (D9). */
export async function makeLink(
  { db, clock }: LinkServices,
  { purpose, email, userId = null, next = null, inviteCode = null, from }: NewLink,
): Promise<string> {
  const { AddressLink } = db.models;
  const token = randomBytes(32).toString('base64url');
  const emailKey = canonicalAddress(email);
  const life = limits.linkMinutes[purpose] * minute;
  await AddressLink.create({
    _id: linkIdOf(token),
    purpose,
    email,
    emailKey,
    userId,
    next,
    inviteCode,
    createdAt: clock.now(),
    expiresAt: endOf(purpose, from ?? clock.now()),
    forgetAt: fromNow(clock, life + serverLimits.addressLink.storageDays * day),
  });
  const surplus = await AddressLink.find({ emailKey, purpose, usedAt: null }, { _id: 1 })
    .sort({ createdAt: -1, _id: 1 })
    .skip(serverLimits.addressLink.perPurpose)
    .lean();
  if (surplus.length > 0) await AddressLink.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } });
  return token;
}

/** Reads a valid link. Throws the same 400 for expired, used and unknown links, and for those of another purpose. */
export async function liveLink(
  { db, clock }: LinkServices,
  token: string,
  purpose: LinkPurpose,
): Promise<AddressLink> {
  const link = await db.models.AddressLink.findOne({
    _id: linkIdOf(token),
    purpose,
    usedAt: null,
    expiresAt: linkEndsAhead(clock, purpose),
  }).lean();
  if (!link) throw invalidToken();
  return link;
}

/**
 * Consumes a link in the caller's transaction and deletes the other links of its purpose to the address. The update is atomic:
 * one of several concurrent requests succeeds, the others throw 400.
 */
export async function spendLink(
  { db, clock }: LinkServices,
  token: string,
  purpose: LinkPurpose,
): Promise<AddressLink> {
  const { AddressLink } = db.models;
  const now = clock.now();
  const link = await AddressLink.findOneAndUpdate(
    { _id: linkIdOf(token), purpose, usedAt: null, expiresAt: linkEndsAhead(clock, purpose) },
    { usedAt: now },
    { returnDocument: 'after' },
  ).lean();
  if (!link) throw invalidToken();
  const { emailKey, userId } = link;
  // Accounts that share an address have separate sign-in links to it: keep those of the other account.
  await AddressLink.deleteMany({
    emailKey,
    purpose,
    usedAt: null,
    ...(purpose === 'sign-in' ? { userId } : {}),
  });
  return link;
}

/**
 * Lock keys for consuming a link: the link, its member, their wallet and the invitation. The link's own invitation code takes
 * precedence over `inviteCode`, which comes with the request.
 */
export async function linkLockKeys(
  { db }: LinkServices,
  token: string,
  inviteCode?: string,
): Promise<string[]> {
  const linkId = linkIdOf(token);
  const link = await db.models.AddressLink.findById(linkId, { emailKey: 1, userId: 1, inviteCode: 1 }).lean();
  const owner = link && (link.userId ? { _id: link.userId } : { emailKey: link.emailKey });
  const user = owner && (await db.models.User.findOne(owner, { _id: 1 }).lean());
  const code = link?.inviteCode ?? inviteCode;
  const invite = code === undefined ? [] : [inviteKey(code)];
  return [`link:${linkId}`, ...invite, ...(user ? [memberKey(user._id), walletOf(user._id)] : [])];
}

export function invalidToken(): AppError {
  return new AppError(400, errorCodes.invalidToken);
}
