import type { Notification } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import type { FoundMember } from '../visibility/visibility.ts';
import type { NotificationDoc } from './notification.model.ts';

/** What a notification tells beside who and when. */
export type Subject = Pick<Notification, 'other' | 'circle' | 'pandaId' | 'event' | 'outcome'>;

export interface Reading {
  services: Services;
  reader: User;
  /** Of one kind, each with an actor whom the reader sees, or with none. */
  rows: readonly NotificationDoc[];
  /** The actors, by their ids. */
  actors: ReadonlyMap<string, FoundMember>;
}

/** What is still so, by the ids of the notifications: what has been taken back, declined or hidden is absent. */
export type Told = Map<string, Subject>;
export type Reader = (reading: Reading) => Promise<Told>;

export const nothing: Subject = { other: null, circle: null, pandaId: null, event: null, outcome: null };
export const subjectsOf = (rows: readonly NotificationDoc[]): ObjectId[] =>
  rows.flatMap(({ subjectId }) => subjectId ?? []);

/** What is told of some notifications, without those of which nothing is. */
export function keep(rows: readonly NotificationDoc[], tell: (row: NotificationDoc) => Subject | null): Told {
  return new Map(
    rows.flatMap((row) => {
      const subject = tell(row);
      return subject ? [[String(row._id), subject] as const] : [];
    }),
  );
}
