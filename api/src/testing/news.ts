import { languages } from '@frens/contract/languages';
import { idFrom } from '../database/ids.ts';
import { readNews } from '../resources/notifications/load-notifications.ts';
import { writeNews } from '../resources/notifications/record-notification.ts';
import type { TestApp, TestMember } from './test-app.ts';

/** The mails about unread notifications that a member would get now, had none been sent; sends and stores nothing. */
export async function mailsOf({ services }: TestApp, { id }: TestMember): Promise<object[]> {
  const { Notification, User } = services.db.models;
  const member = await User.findById(idFrom(id)).lean();
  if (!member) return [];
  const first = await Notification.findOne({ recipientId: member._id }).sort({ createdAt: 1 }).lean();
  const news = await readNews(services, member, first?.createdAt ?? new Date(0));
  return news.flatMap((one) => languages.map((language) => writeNews(one, language)));
}
