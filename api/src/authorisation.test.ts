import { type CallKey, contract } from '@frens/contract';
import { parseKey } from '@frens/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from './database/database.ts';
import { createModels } from './resources/models.ts';
import { matrix } from './testing/call-matrix.ts';
import { listed, makePeople, makeWorld, roles, type World } from './testing/call-world.ts';
import { explainCommand, findsOf, shapeOf, unbounded } from './testing/query-plans.ts';
import { monitored, recordCommands } from './testing/record-commands.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { startTestDatabase } from './testing/test-database.ts';

let app: TestApp;
let shared: World;
let recorder: ReturnType<typeof recordCommands>;
beforeAll(async () => {
  const database = await startTestDatabase();
  const db = await openDatabase(monitored(database.uri), createModels);
  app = await startTestApp({}, { db, uri: database.uri, close: () => db.close().then(database.close) });
  // `copyMember` reads the first registration back from all collections, which no call does.
  await app.member();
  recorder = recordCommands(db.connection);
  shared = await makeWorld(app);
});
afterAll(() => app.close());

const named = (statuses: readonly unknown[]) =>
  Object.fromEntries(roles.map((role, index) => [role, Number(statuses[index])]));

describe('the authorisation matrix', () => {
  // Safe: the matrix has the contract's keys.
  it.each(Object.keys(matrix) as CallKey[])('%s', async (key) => {
    const { is, admin, suspended, of, query, body, alone } = matrix[key];
    const world = alone ? { ...shared, ...(await makePeople(app)) } : shared;
    const { method, path } = parseKey(key);
    const ids = of ? (await of(world)).split(' ') : [];
    const search = query ? `?${query(world)}` : '';
    const address = path.replace(/:\w+/g, () => ids.shift() ?? '') + search;
    const statuses: number[] = [];
    for (const role of roles) {
      const sent = body ? { body: body(world) } : {};
      const answer = await world.callers[role].send(method, address, sent);
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    const expected = is.split(' ');
    const isPublic = 'access' in contract[key] && contract[key].access === 'public';
    const ofListed = listed.map((_role, index) => expected[index] ?? expected[0]);
    const asAdmin = admin ?? ofListed[listed.indexOf('member')];
    const asSuspended = suspended ?? (isPublic ? expected[0] : 403);
    expect(named(statuses)).toEqual(named([...ofListed, asAdmin, asSuspended]));
  });
});

// `query-plans.test.ts` checks reading calls, on a larger community.
it('scans no whole collection in any call', async () => {
  recorder.stop();
  const lookups = new Map(
    recorder
      .take()
      .flatMap(findsOf)
      .map((command) => [shapeOf(command), command]),
  );
  const unplanned: string[] = [];
  for (const [shape, command] of lookups) {
    const { plan } = await explainCommand(app.services.db.connection, command);
    if (unbounded.test(plan)) unplanned.push(shape);
  }
  expect(lookups.size).toBeGreaterThan(100);
  expect(unplanned).toEqual([]);
});
