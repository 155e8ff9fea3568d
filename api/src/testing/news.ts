import { languages } from '@frens/contract/languages';
import { idFrom } from '../database/ids.ts';
import { readNews } from '../resources/notifications/load-notifications.ts';
import { writeNews } from '../resources/notifications/record-notification.ts';
import type { TestApp, TestMember } from './test-app.ts';

/** What mails of news would tell a member now, if none had gone before: nothing is sent and nothing is noted. */
export async function mailsOf({ services }: TestApp, { id }: TestMember): Promise<object[]> {
  const { Notification, User } = services.db.models;
  const member = await User.findById(idFrom(id)).lean();
  if (!member) return [];
  const first = await Notification.findOne({ recipientId: member._id }).sort({ createdAt: 1 }).lean();
  const news = await readNews(services, member, first?.createdAt ?? new Date(0));
  return news.flatMap((one) => languages.map((language) => writeNews(one, language)));
}
