import type { Language } from '@frens/contract';
import type { Jobs } from '../jobs/queue.ts';
import { addressOf, mailLanguageOf, mailNameOf, type User } from '../resources/members/user.model.ts';
import { type Mail, sendMail } from './mail-job.ts';

/** A mail's content besides the member's name. */
interface MemberMail extends Pick<Mail, 'name' | 'path'>, Partial<Pick<Mail, 'values' | 'stopToken'>> {
  /** The request's language, for a member whose own is unknown. */
  language: Language;
}

/** Queues a mail in the caller's transaction and the member's language; greets by name if the address is confirmed. Erased with them. */
export async function mailMember(
  jobs: Jobs,
  member: Pick<User, '_id' | 'email' | 'emailKey' | 'emailVerified' | 'name' | 'username' | 'language'>,
  { values = {}, language, ...mail }: MemberMail,
): Promise<void> {
  const to = addressOf(member);
  if (to === '') return;
  const named = { name: mailNameOf(member), ...values };
  const isUnconfirmed = !member.emailVerified;
  await jobs.add(
    sendMail,
    { ...mail, to, language: mailLanguageOf(member, language), values: named, isUnconfirmed },
    { memberId: member._id },
  );
}
