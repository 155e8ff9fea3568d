import type { Notification } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { newestFirst } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import {
  isNews,
  type NewsKind,
  newsWantedBy,
} from '../notification-settings/notification-settings.policy.ts';
import { presentNotifications } from './list-notifications.ts';
import type { NotificationDoc } from './notification.model.ts';

/** The notifications of one kind that a mail is about. */
export interface News {
  kind: NewsKind;
  /** Newest first. */
  items: Notification[];
  ids: ObjectId[];
  newest: Date;
}

/**
 * Reads the news that mails would contain now, by kind, the kind with the oldest news first: listed notifications that are unread and
 * were not mailed. Notifications of blocked, hidden or deleted members, and withdrawn or answered ones, are not listed.
 */
export async function readNews(services: Services, reader: User, since: Date): Promise<News[]> {
  const rows = await services.db.models.Notification.find({
    recipientId: reader._id,
    readAt: null,
    createdAt: { $gte: since },
    mailedAt: null,
    kind: { $in: newsWantedBy(reader) },
  })
    .sort(newestFirst)
    .limit(serverLimits.newsMail.read)
    .lean<NotificationDoc[]>();
  const shown = await presentNotifications(services, reader, rows);
  const byKind = new Map<NewsKind, News>();
  for (const [index, { _id, kind, createdAt }] of rows.entries()) {
    const item = shown[index];
    if (!item || !isNews(kind)) continue;
    const { items, ids, newest } = byKind.get(kind) ?? { items: [], ids: [], newest: createdAt };
    // Moves this kind to the end, so that the kind with the oldest news is last.
    byKind.delete(kind);
    byKind.set(kind, { kind, items: [...items, item], ids: [...ids, _id], newest });
  }
  return [...byKind.values()].toReversed();
}
