import type { Language } from '@frens/contract';
import type { Jobs } from '../jobs/queue.ts';
import { addressOf, nameOf, type User } from '../resources/members/user.model.ts';
import { type Mail, sendMail } from './mail-job.ts';

/** What a mail says beside the member's name. */
interface MemberMail extends Pick<Mail, 'name' | 'path'>, Partial<Pick<Mail, 'values' | 'stopToken'>> {
  language: Language;
}

/** Sends a member a mail that calls them by name if they have confirmed the address, in the caller's transaction. It goes with the member when they are erased. */
export async function mailMember(
  jobs: Jobs,
  member: Pick<User, '_id' | 'email' | 'emailKey' | 'emailVerified' | 'name' | 'username'>,
  { values = {}, ...mail }: MemberMail,
): Promise<void> {
  const to = addressOf(member);
  if (to === '') return;
  const named = { name: nameOf(member), ...values };
  const isUnconfirmed = !member.emailVerified;
  await jobs.add(sendMail, { ...mail, to, values: named, isUnconfirmed }, { memberId: member._id });
}
