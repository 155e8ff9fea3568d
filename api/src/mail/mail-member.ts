import type { Language } from '@frens/contract';
import type { Jobs } from '../jobs/queue.ts';
import { addressOf, languageOf, nameOf, type User } from '../resources/members/user.model.ts';
import { type Mail, sendMail } from './mail-job.ts';

/** What a mail says beside the member's name. */
interface MemberMail extends Pick<Mail, 'name' | 'path'>, Partial<Pick<Mail, 'values' | 'stopToken'>> {
  /** That of the request, for a member whose own is not known. */
  language: Language;
}

/** Sends a member a mail that calls them by name if they have confirmed the address, in the caller's transaction and in the member's language. It goes with the member when they are erased. */
export async function mailMember(
  jobs: Jobs,
  member: Pick<User, '_id' | 'email' | 'emailKey' | 'emailVerified' | 'name' | 'username' | 'language'>,
  { values = {}, language, ...mail }: MemberMail,
): Promise<void> {
  const to = addressOf(member);
  if (to === '') return;
  const named = { name: nameOf(member), ...values };
  const isUnconfirmed = !member.emailVerified;
  await jobs.add(
    sendMail,
    { ...mail, to, language: languageOf(member, language), values: named, isUnconfirmed },
    { memberId: member._id },
  );
}
