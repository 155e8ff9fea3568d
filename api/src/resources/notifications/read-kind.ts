import type { Notification } from '@frens/contract';
import type { ObjectId } from '../../database/ids.ts';
import type { Services } from '../../services.ts';
import type { User } from '../members/user.model.ts';
import type { SeenMember } from '../visibility/visibility.ts';
import type { NotificationDoc } from './notification.model.ts';

/** The part of a notification beyond actor and time. */
export type Subject = Pick<Notification, 'other' | 'circle' | 'pandaId' | 'event' | 'outcome'>;

export interface KindInput {
  services: Services;
  reader: User;
  /** Notifications of one kind, whose actors the reader can see; those without an actor included. */
  rows: readonly NotificationDoc[];
  /** The actors, by their ids. */
  actors: ReadonlyMap<string, SeenMember>;
}

/** Subjects by notification id. Notifications whose cause was withdrawn, declined or hidden are absent. */
export type Subjects = Map<string, Subject>;
export type KindReader = (reading: KindInput) => Promise<Subjects>;

export const noSubject: Subject = { other: null, circle: null, pandaId: null, event: null, outcome: null };
export const subjectsOf = (rows: readonly NotificationDoc[]): ObjectId[] =>
  rows.flatMap(({ subjectId }) => subjectId ?? []);

/** Maps each notification to its subject, and leaves out those for which `subjectOf` returns null. */
export function mapSubjects(
  rows: readonly NotificationDoc[],
  subjectOf: (row: NotificationDoc) => Subject | null,
): Subjects {
  return new Map(
    rows.flatMap((row) => {
      const subject = subjectOf(row);
      return subject ? [[String(row._id), subject] as const] : [];
    }),
  );
}
