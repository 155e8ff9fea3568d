import type { Notification, ParsedQuery, Unread } from '@frens/contract';
import { countByPlace, notificationKinds } from '@frens/contract/choices';
import { firstPageLimits } from '@frens/contract/first-page-limits';
import { namedMember } from '@frens/contract/named-member';
import { type Position, positionFilter, readNewest, readPage } from '../../paging.ts';
import type { Services } from '../../services.ts';
import type { ApiContext } from '../../state.ts';
import type { User } from '../members/user.model.ts';
import { findVisibleMembers, type SeenMember, seeMembers } from '../visibility/visibility.ts';
import { kindReaders, readActorOnly } from './kinds.ts';
import type { NotificationDoc } from './notification.model.ts';
import type { Subjects } from './read-kind.ts';

/** Lists a member's notifications, newest first (D48). */
export function listNotifications(
  services: Services,
  reader: User,
  paging: ParsedQuery<'GET /api/notifications'>,
  ctx: ApiContext,
): Promise<Notification[]> {
  return readPage(ctx, paging, {
    read: (after, limit) =>
      readNewest(
        services.db.models.Notification,
        { recipientId: reader._id, ...positionFilter(after) },
        limit,
      ),
    present: (rows) => presentNotifications(services, reader, rows),
  });
}

/** Counts a member's unread notifications, of those that the list shows, up to `firstPageLimits.unreadCounted` (D60). */
export async function countUnread(services: Services, reader: User): Promise<Unread> {
  const most = firstPageLimits.unreadCounted;
  const unread: NotificationDoc[] = [];
  let after: Position | null = null;
  do {
    const rows: NotificationDoc[] = await readNewest(
      services.db.models.Notification,
      { recipientId: reader._id, readAt: null, ...positionFilter(after) },
      most,
    );
    const subjects = await readSubjects(
      services,
      reader,
      rows,
      await seeMembers(services, reader, actorsOf(rows)),
    );
    unread.push(...rows.filter(({ _id }) => subjects.has(String(_id))));
    after = rows.length < most ? null : (rows.at(-1) ?? null);
  } while (after && unread.length < most);
  return countByPlace(unread.slice(0, most));
}

/**
 * Presents each notification in its place, from the present state of its subject. Null hides one whose actor the reader cannot see
 * (D16), whose cause was withdrawn, or which the reader has settled.
 */
export async function presentNotifications(
  services: Services,
  reader: User,
  rows: readonly NotificationDoc[],
): Promise<Array<Notification | null>> {
  const actors = await findVisibleMembers(services, reader, actorsOf(rows));
  const subjects = await readSubjects(services, reader, rows, actors);
  return rows.map(({ _id, kind, actorId, createdAt, readAt }) => {
    const subject = subjects.get(String(_id));
    if (!subject) return null;
    const actor = actorId && actors.get(String(actorId));
    return {
      id: String(_id),
      kind,
      actor: actor ? namedMember(actor.user) : null,
      ...subject,
      isRead: readAt !== null,
      createdAt: createdAt.toISOString(),
    };
  });
}

const actorsOf = (rows: readonly NotificationDoc[]) => rows.flatMap(({ actorId }) => actorId ?? []);

/**
 * The subjects of those notifications that are shown.
 *
 * @param actors those whom the reader can see
 */
async function readSubjects(
  services: Services,
  reader: User,
  rows: readonly NotificationDoc[],
  actors: ReadonlyMap<string, SeenMember>,
): Promise<Subjects> {
  const shown = rows.filter(({ actorId }) => actorId === null || actors.has(String(actorId)));
  const byKind = await Promise.all(
    notificationKinds.map(async (kind): Promise<Subjects> => {
      const ofKind = shown.filter((row) => row.kind === kind);
      const read = kindReaders[kind] ?? readActorOnly;
      return ofKind.length > 0 ? read({ services, reader, rows: ofKind, actors }) : new Map();
    }),
  );
  return new Map(byKind.flatMap((one) => [...one]));
}
