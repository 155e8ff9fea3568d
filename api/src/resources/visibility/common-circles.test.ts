import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../database/database.ts';
import { idFrom, newId, type ObjectId } from '../../database/ids.ts';
import { explainCommand, findsOf } from '../../testing/query-plans.ts';
import { monitored, recordCommands } from '../../testing/record-commands.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { startTestDatabase } from '../../testing/test-database.ts';
import { createModels } from '../models.ts';

let app: TestApp;
beforeAll(async () => {
  const database = await startTestDatabase();
  const db = await openDatabase(monitored(database.uri), createModels);
  app = await startTestApp({}, { db, uri: database.uri, close: () => db.close().then(database.close) });
});
afterAll(() => app.close());

const many = 500;

/** Friends-only members, each with a circle of their own; the viewer has joined the first circle. */
async function ownersAndViewer() {
  const owners = await Promise.all(Array.from({ length: 5 }, () => app.member()));
  const circles: string[] = [];
  for (const owner of owners) {
    await owner.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'friends' } });
    circles.push((await owner.call('POST /api/circles', { body: { name: 'Tea' } })).id);
  }
  const viewer = await app.member();
  await viewer.call('POST /api/circles/:id/join', { params: { id: circles[0] ?? '' }, body: {} });
  return { owners, viewer, circles };
}

/** Adds members to many new circles, each with `others` further members. */
async function joinMany(members: readonly ObjectId[], others: number): Promise<void> {
  const createdAt = app.clock.now();
  const memberships = Array.from({ length: many }, newId).flatMap((circleId) =>
    [...members, ...Array.from({ length: others }, newId)].map((userId) => ({
      circleId,
      userId,
      role: 'member',
      createdAt,
    })),
  );
  await app.services.db.models.Membership.insertMany(memberships);
}

/** The owners whom the viewer sees by name, after checking how many memberships the database read. */
async function namedOwners(viewer: TestMember, circles: string[]) {
  const recorder = recordCommands(app.services.db.connection);
  const listed = await viewer.call('GET /api/circles', { query: { limit: limits.page.max } });
  recorder.stop();
  const asked = recorder
    .take()
    .flatMap(findsOf)
    .filter(({ find }) => find === 'memberships');
  expect(asked.length).toBeGreaterThan(1);
  let read = 0;
  for (const command of asked) {
    read += (await explainCommand(app.services.db.connection, command)).keysExamined;
  }
  expect(read).toBeLessThanOrEqual(many + limits.page.default);
  return circles.map((id) => listed.find((circle) => circle.id === id)?.ownerId);
}

it('reads few memberships for a viewer in many circles', async () => {
  const { owners, viewer, circles } = await ownersAndViewer();
  await joinMany([idFrom(viewer.id)], 5);
  expect(await namedOwners(viewer, circles)).toEqual([owners[0]?.id, null, null, null, null]);
});

it('reads few memberships for a viewer who sees members in many circles', async () => {
  const { owners, viewer, circles } = await ownersAndViewer();
  await joinMany(
    owners.map(({ id }) => idFrom(id)),
    0,
  );
  expect(await namedOwners(viewer, circles)).toEqual([owners[0]?.id, null, null, null, null]);
});
