import { createHash, randomBytes } from 'node:crypto';
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
  /** When its life began, where that is not now. */
  from?: Date;
}

/** As much of the services as links need: jobs make them, too. */
export type LinkServices = Pick<Services, 'db' | 'clock'>;

/** How a link is kept: by the hash of its token. */
export function linkIdOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** When a link ends whose life began then. */
export function endOf(purpose: LinkPurpose, from: Date): Date {
  return new Date(from.getTime() + limits.linkMinutes[purpose] * minute);
}

/** What is true of the end of a link that can still be used. */
export function linkEndsAhead(clock: Clock, purpose: LinkPurpose): ReturnType<typeof endsAhead> {
  return endsAhead(clock, limits.linkMinutes[purpose] * minute);
}

/** Makes a link to an address and returns its token, which nothing keeps. The oldest beyond three end (D9). */
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

/** A link that can still be used. Expired, used, foreign and unknown ones look alike. */
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
 * Spends a link by one atomic update, in the caller's transaction, and ends the others of its kind to the address: of
 * any number of requests at once one succeeds.
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
  // Who shares an address has links of their own to it.
  await AddressLink.deleteMany({
    emailKey,
    purpose,
    usedAt: null,
    ...(purpose === 'sign-in' ? { userId } : {}),
  });
  return link;
}

/**
 * What spending a link writes and others may write at the same time: the link, its member and their wallet, and the
 * invitation that it, or else the request that spends it, came with.
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
