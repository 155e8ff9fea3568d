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

/** What a mail of one kind has to tell. */
export interface News {
  kind: NewsKind;
  /** The newest first. */
  items: Notification[];
  ids: ObjectId[];
  newest: Date;
}

/**
 * What mails would tell a member now, by kinds, that which has waited longest first: what the list of notifications shows, is unread, and no
 * mail has told of. So nothing of anybody who is blocked, hidden or gone, and nothing that was taken back or answered.
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
    // The kind of the oldest comes last.
    byKind.delete(kind);
    byKind.set(kind, { kind, items: [...items, item], ids: [...ids, _id], newest });
  }
  return [...byKind.values()].toReversed();
}
