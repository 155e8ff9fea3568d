import { createJobs } from '../jobs/queue.ts';
import { createWorker } from '../jobs/worker.ts';
import { notifyOfPostHandler } from '../resources/circles/notify-of-post.ts';
import type { TestApp, TestMember } from './test-app.ts';

// Actions of test members that notify others, and reads of the resulting notifications.

/** A member's notifications, newest first. */
export const list = (of: TestMember) => of.call('GET /api/notifications');

export const kindsOf = async (of: TestMember) => (await list(of)).map(({ kind }) => kind);

/** The number of unread notifications. */
export const unread = async (of: TestMember) => (await of.call('GET /api/notifications/unread')).unread;

export const set = (of: TestMember, body: object) => of.call('PATCH /api/privacy-settings', { body });

/** Joins an open circle. */
export const join = (of: TestMember, id: string) =>
  of.call('POST /api/circles/:id/join', { params: { id }, body: {} });

export const leave = (of: TestMember, id: string) =>
  of.call('DELETE /api/circles/:id/membership', { params: { id } });

/** A worker for the jobs that circle posts enqueue. */
export function postWorker({ services }: TestApp) {
  const { clock, log, db } = services;
  const jobs = createJobs(db.models.Job, clock);
  return createWorker({ Job: db.models.Job, jobs, clock, log, handlers: [notifyOfPostHandler(services)] });
}
