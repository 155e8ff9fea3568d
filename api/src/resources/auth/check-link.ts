import type { CallBody } from '@frens/contract';
import type { Services } from '../../services.ts';
import type { AddressLink } from '../address-links/address-link.model.ts';
import { linkIdOf } from '../address-links/address-links.ts';
import type { User } from '../members/user.model.ts';
import { yieldingAddress } from './undo-email.ts';

type LinkToCheck = CallBody<'POST /api/auth/link/check'>;

/** What an account must be like for a link that lives to do its work, as the commands ask it that spend one. */
const fits: Record<LinkToCheck['purpose'], (account: User) => boolean> = {
  reset: ({ erasing }) => !erasing,
  'undo-email': ({ erasing }) => !erasing,
  'keep-account': ({ eraseAt, erasing }) => eraseAt !== undefined && !erasing,
};

/** Whether a link would still do what it is for. Spends nothing and tells nothing else (docs/decisions/0111). */
export async function isLinkUsable(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { purpose, token }: LinkToCheck,
): Promise<boolean> {
  const link = await db.models.AddressLink.findOne({ _id: linkIdOf(token), purpose }).lean();
  const account = link && (await db.models.User.findOne(ownerOf(link)).lean());
  if (!account) return false;
  // A second press on a link that has kept an account hears that it stays, as long as it does.
  if (link.usedAt) return purpose === 'keep-account' && !account.eraseAt;
  if (link.expiresAt <= clock.now() || !fits[purpose](account)) return false;
  if (purpose !== 'undo-email') return true;
  // By now it may be the address of another account, which does not yield it.
  const other = { emailKey: link.emailKey, _id: { $ne: account._id }, $nor: [yieldingAddress] };
  return (await db.models.User.exists(other)) === null;
}

/** A link to choose a password is about whoever has the address. */
function ownerOf({ userId, emailKey }: AddressLink) {
  return userId ? { _id: userId } : { emailKey };
}
