import type { Language } from '@frens/contract';
import { canonicalAddress } from '@frens/contract/mail-address';
import { day, startedWithin } from '../../clock.ts';
import { mailMember } from '../../mail/mail-member.ts';
import type { Services } from '../../services.ts';

/**
 * Mails the owner of an address that somebody tried to sign up with it, at most once a day (D7). The person signing up
 * learns nothing: the error is the same for a taken username and a taken address.
 */
export async function notifyAddressOwner(
  { db, jobs, clock }: Services,
  email: string,
  language: Language,
): Promise<void> {
  await db.transaction(async () => {
    const owner = await db.models.User.findOneAndUpdate(
      { emailKey: canonicalAddress(email), toldAccountExistsAt: { $not: startedWithin(clock, day) } },
      { toldAccountExistsAt: clock.now() },
    ).lean();
    if (!owner) return;
    await mailMember(jobs, owner, { language, name: 'accountExists', path: '/auth' });
  });
}
