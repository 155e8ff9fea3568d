import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { idFrom, newId } from '../database/ids.ts';
import { serverLimits } from '../limits.ts';
import { migrationPlan } from '../migrations/index.ts';
import { createTestClient, startTestApp, type TestApp, type TestMember } from '../testing/test-app.ts';
import { pairOf } from './connections/connection.model.ts';
import { createModels } from './models.ts';

// Total limits per member, under concurrent requests to two servers that share only the database.
let app: TestApp;
let second: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const db = await openDatabase(app.databaseUri, createModels, migrationPlan);
  second = await startTestApp({}, { db, uri: app.databaseUri, close: () => db.close() });
});
afterAll(async () => {
  await second.close();
  await app.close();
});

/** Sends all bodies concurrently, alternating between the servers; returns the sorted status codes. */
async function statusesOf(member: TestMember, path: string, bodies: object[]): Promise<number[]> {
  const elsewhere = createTestClient(second.url);
  for (const [name, value] of member.cookies) elsewhere.cookies.set(name, value);
  const answers = await Promise.all(
    bodies.map((body, index) => (index % 2 === 0 ? member : elsewhere).send('POST', path, { body })),
  );
  return answers.map(({ status }) => status).sort((a, b) => a - b);
}

it('allows fifty owned circles under concurrent requests to two servers (D28)', async () => {
  const maya = await app.member();
  const { Circle } = app.services.db.models;
  const owned = { name: 'X', circleType: 'open' as const, ownerId: idFrom(maya.id), memberCount: 1 };
  await Circle.insertMany(
    Array.from({ length: serverLimits.circles.owned - 1 }, () => ({ ...owned, createdAt: new Date(0) })),
  );
  const bodies = [1, 2, 3, 4].map((number) => ({ name: `Circle ${number}` }));
  expect(await statusesOf(maya, '/api/circles', bodies)).toEqual([201, 429, 429, 429]);
  expect(await Circle.countDocuments({ ownerId: maya.id })).toBe(serverLimits.circles.owned);
});

it('allows two hundred memberships under concurrent requests to two servers (D29)', async () => {
  const [maya, noor] = await Promise.all([app.member(), app.member()]);
  const { Membership } = app.services.db.models;
  const joined = { userId: idFrom(maya.id), role: 'member' as const, createdAt: new Date(0) };
  await Membership.insertMany(
    Array.from({ length: serverLimits.circles.joined - 1 }, () => ({ ...joined, circleId: newId() })),
  );
  const circles = [];
  for (const name of ['Tea', 'Bread', 'Moss', 'Owls'])
    circles.push(await noor.call('POST /api/circles', { body: { name } }));
  const elsewhere = createTestClient(second.url);
  for (const [name, value] of maya.cookies) elsewhere.cookies.set(name, value);
  const answers = await Promise.all(
    circles.map(({ id }, index) =>
      (index % 2 === 0 ? maya : elsewhere).send('POST', `/api/circles/${id}/join`, { body: {} }),
    ),
  );
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  expect(await Membership.countDocuments({ userId: maya.id })).toBe(serverLimits.circles.joined);
  const made = await maya.send('POST', '/api/circles', { body: { name: 'One more' } });
  expect([made.status, await made.json()]).toMatchObject([409, { code: 'too_many_circles' }]);
});

it('allows two hundred open requests under concurrent requests to two servers (D20)', async () => {
  const maya = await app.member();
  const others = await Promise.all([app.member(), app.member(), app.member(), app.member()]);
  const { Connection } = app.services.db.models;
  const open = Array.from({ length: serverLimits.connections.open - 1 }, () => {
    const addresseeId = newId();
    const pair = pairOf(idFrom(maya.id), addresseeId);
    return { pair, requesterId: idFrom(maya.id), addresseeId, source: 'browse', status: 'pending' };
  });
  await Connection.insertMany(open.map((one) => ({ ...one, createdAt: app.clock.now() })));
  const bodies = others.map(({ id }) => ({ friendId: id }));
  expect(await statusesOf(maya, '/api/connections', bodies)).toEqual([201, 429, 429, 429]);

  // The limit reveals no decline: a declined request keeps its place until it is withdrawn, like a pending one.
  const asked = await Connection.findOne({
    requesterId: idFrom(maya.id),
    addresseeId: { $in: others.map(({ id }) => idFrom(id)) },
  }).lean();
  const decliner = others.find(({ id }) => id === String(asked?.addresseeId));
  const params = { id: String(asked?._id) };
  await decliner?.call('POST /api/connections/:id/decline', { params });
  const next = others.filter((one) => one !== decliner).map(({ id }) => ({ friendId: id }));
  expect(await statusesOf(maya, '/api/connections', next)).toEqual([429, 429, 429]);
  await maya.call('DELETE /api/connections/:id', { params });
  expect(await statusesOf(maya, '/api/connections', next)).toEqual([201, 429, 429]);
});
