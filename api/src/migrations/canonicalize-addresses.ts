import { canonicalAddress } from '@frens/contract/mail-address';
import type { ModelOf } from '../database/any-model.ts';
import type { ObjectId } from '../database/ids.ts';
import { readByRanges } from '../database/load-by-ranges.ts';
import { freeAddress } from '../resources/members/free-address.ts';
import { sharedKey, type User } from '../resources/members/user.model.ts';
import type { Models } from '../resources/models.ts';
import { indexPanda } from '../resources/pandas/panda-entry.ts';
import { recountPandas } from '../resources/quotient/recount-panda.ts';
import type { Services } from '../services.ts';

interface Keyed {
  _id: ObjectId | string;
  emailKey?: string | null;
}

interface Context {
  models: Models;
  transaction: Services['db']['transaction'];
  /** Reports two accounts that had the same address. */
  reportConflict(accounts: { memberId: string; keptBy: string }): void;
}

/**
 * Normalises all stored e-mail addresses (D77). If two accounts then have the same address, the confirmed one keeps it, else the
 * older one. The other account loses it, and its member is asked for another (docs/decisions/0257).
 */
export async function canonicalizeAddresses({ models, transaction, reportConflict }: Context): Promise<void> {
  for await (const users of readByRanges<User>(models.User)) {
    for (const { _id } of users.filter(isOutdated))
      await canonicalizeMember({ models, transaction, reportConflict }, _id);
  }
  // Safe: both models have `_id` and `emailKey`.
  for (const model of [models.AddressLink, models.Job] as unknown as Array<ModelOf<Keyed>>) {
    for await (const docs of readByRanges(model)) {
      for (const { _id, emailKey } of docs.filter(isOutdated))
        await model.updateOne({ _id }, { $set: { emailKey: canonicalAddress(emailKey ?? '') } });
    }
  }
}

function isOutdated({ emailKey }: Pick<Keyed, 'emailKey'>): boolean {
  return typeof emailKey === 'string' && emailKey.includes('@') && canonicalAddress(emailKey) !== emailKey;
}

async function canonicalizeMember(
  { models, transaction, reportConflict }: Context,
  id: ObjectId,
): Promise<void> {
  // Read again: another account may have taken the address.
  const user = await models.User.findById(id).lean();
  if (!user || !isOutdated(user)) return;
  const emailKey = canonicalAddress(user.emailKey);
  const take = () => models.User.updateOne({ _id: id }, { $set: { emailKey } });
  const holder = await models.User.findOne({ emailKey }).lean();
  if (!holder) {
    await take();
    return;
  }
  const [keeper, other] = isBefore(user, holder) ? [user, holder] : [holder, user];
  await transaction(async () => {
    await removeAddress(models, other, emailKey);
    if (keeper === user) await take();
  });
  reportConflict({ memberId: String(other._id), keptBy: String(keeper._id) });
}

function isBefore(one: User, other: User): boolean {
  if (one.emailVerified !== other.emailVerified) return one.emailVerified;
  return one.createdAt < other.createdAt;
}

/** Removes an account's address. Without a confirmed address the member's stakes no longer count in quotients (D38). */
async function removeAddress(
  models: Models,
  { _id, email, emailVerified }: User,
  lost: string,
): Promise<void> {
  // Safe: the called functions use only the models.
  const services = { db: { models } } as Services;
  const { Backing, Panda } = models;
  const backed = await Backing.distinct('pandaId', { backerId: _id, standing: 'confirmed' });
  let emailKey = sharedKey(lost);
  while (await models.User.exists({ emailKey })) emailKey = sharedKey(emailKey);
  // An unconfirmed address may belong to anybody.
  await freeAddress(services, _id, emailVerified ? { email, emailKey } : undefined);
  await Backing.updateMany(
    { backerId: _id, standing: 'confirmed' },
    { $set: { standing: 'unconfirmed' }, $unset: { confirmedAt: '' } },
  );
  const pandas = await Panda.find({ _id: { $in: backed } }).lean();
  const recounts = await recountPandas(services, pandas);
  for (const panda of pandas) {
    const { totals } = recounts.get(String(panda._id)) ?? {};
    await Panda.updateOne({ _id: panda._id }, { $set: totals });
    await indexPanda(services, { ...panda, ...totals });
  }
}
