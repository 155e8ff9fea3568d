import { contract } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { type Connection, mongo } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fillCommunity } from '../bench/community/fill-community.ts';
import { type ReadKey, readRequests } from '../bench/community/read-requests.ts';
import { idOf } from '../bench/community/shape.ts';
import { openDatabase } from './database/database.ts';
import { createModels } from './resources/models.ts';
import { findDifferences } from './scripts/find-differences.ts';
import { openSession } from './testing/crowds.ts';
import { explainCommand, findsOf, type QueryPlan, unbounded } from './testing/query-plans.ts';
import { fewestReads, isQuery, monitored, recordCommands } from './testing/record-commands.ts';
import { createTestClient, startTestApp, type TestApp, type TestClient } from './testing/test-app.ts';
import { startOwnDatabase } from './testing/test-database.ts';

const plans = new Map<string, QueryPlan & { calls: Set<string> }>();
let app: TestApp;
beforeAll(async () => {
  const database = await startOwnDatabase();
  await fillCommunity(database.uri, { members: 300, star: 200 });
  const db = await openDatabase(monitored(database.uri), createModels);
  app = await startTestApp({}, { db, uri: database.uri, close: () => db.close().then(database.close) });
  const client = createTestClient(app.url);
  client.cookies.set('sid', await openSession(app.services, idOf('member', 0)));
  // A side effect of a first call, which is not part of its own queries: it stores the language.
  await client.send('GET', '/api/user');
  for (const [call, addresses] of Object.entries(readRequests)) {
    for (const address of addresses) await explainCall(client, call, address);
  }
  // The first member is a friend of nearly all. For another one, ties decide which friends-only members are visible.
  client.cookies.set('sid', await openSession(app.services, idOf('member', 1)));
  const address = `/api/circles/${String(idOf('circle', 13))}/members`;
  await explainCall(client, 'GET /api/circles/:id/members', address);
}, 90_000);
afterAll(() => app.close());

/** Records the plans of a call's first two pages of five. */
async function explainCall(client: TestClient, call: string, address: string): Promise<void> {
  let next: string | undefined = shortened(call, address);
  for (let page = 0; next !== undefined && page < 2; page += 1) {
    const recorder = recordCommands(app.services.db.connection);
    const response: Response = await client.send('GET', next);
    recorder.stop();
    expect(response.status, next).toBe(200);
    for (const command of recorder.take().filter(isQuery).flatMap(findsOf)) {
      const found = await explainCommand(app.services.db.connection, command);
      const known = plans.get(found.shape);
      const isWorse =
        !known ||
        excess(found) > excess(known) ||
        (excess(found) === excess(known) && found.plan > known.plan);
      const calls = new Set(known?.calls).add(call);
      plans.set(found.shape, { ...(isWorse ? found : known), calls });
    }
    next = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
  }
}

/** A call's address, of a list with pages of five. */
function shortened(call: string, address: string): string {
  const { paged } = contract[call as ReadKey] as { paged?: boolean }; // true because `readRequests` has these keys
  return paged ? `${address}${address.includes('?') ? '&' : '?'}limit=5` : address;
}

/** The driver's own object for the test's only server: every operation goes through its `command`. */
function serverOf(connection: Connection) {
  // The driver does not declare it.
  const { topology } = connection.getClient() as unknown as {
    topology: { s: { servers: Map<string, { command(...given: unknown[]): Promise<unknown> }> } };
  };
  const [server] = topology.s.servers.values();
  if (!server) throw new Error('The connection is closed');
  return server;
}

const excess = ({ examined, returned }: QueryPlan) => examined - 3 * returned;

describe('the queries of every reading call', () => {
  it('run on a consistent community', async () => {
    expect(await findDifferences(app.services)).toEqual([]);
  });

  it('cover the whole contract', () => {
    const reads = Object.keys(contract).filter((key) => key.startsWith('GET '));
    expect([...Object.keys(readRequests), 'GET /api/account/export'].sort()).toEqual(reads.sort());
  });

  it('are detected without an index', async () => {
    const command = { find: 'users', filter: { bio: 'none' }, sort: { age: 1 } };
    const found = await explainCommand(app.services.db.connection, command);
    expect(found.plan).toMatch(unbounded);
    expect(excess(found)).toBeGreaterThan(limits.page.default);
  });

  it('never scan a whole collection', () => {
    expect([...plans.values()].filter(({ plan }) => unbounded.test(plan))).toEqual([]);
  });

  it('examine at most three times what they return, and one page', () => {
    expect([...plans.values()].filter((plan) => excess(plan) > limits.page.default)).toEqual([]);
  });

  // An unhandled rejection ends the process. Reads fail when the database is away, and after their client has disconnected.
  it('leave no rejection unhandled, from whichever query on they fail', async () => {
    const client = createTestClient(app.url);
    client.cookies.set('sid', await openSession(app.services, idOf('member', 0)));
    const server = serverOf(app.services.db.connection);
    const command = server.command.bind(server);
    let [sent, answered] = [0, 0];
    const away = vi.spyOn(server, 'command').mockImplementation(async (...given) => {
      sent += 1;
      const isAway = sent > answered;
      const found = await command(...given);
      if (isAway) throw new mongo.MongoServerSelectionError('away', {} as never);
      return found;
    });
    const unhandled = new Set<string>();
    let address = '';
    const note = () => unhandled.add(address);
    process.on('unhandledRejection', note);
    for (const [call, [first = '', ...others]] of Object.entries(readRequests)) {
      for (const request of new Set([first, others.at(-1) ?? first])) {
        address = shortened(call, request);
        answered = 0;
        do {
          sent = 0;
          await client.send('GET', address);
          answered += 1;
        } while (sent >= answered);
      }
    }
    process.off('unhandledRejection', note);
    away.mockRestore();
    expect([...unhandled]).toEqual([]);
  });

  it('stay within the maximum of queries and waves', async () => {
    const client = createTestClient(app.url);
    client.cookies.set('sid', await openSession(app.services, idOf('member', 0)));
    for (const [address, [commands, inWaves]] of Object.entries(most)) {
      const waves = await fewestReads(app.services.db.connection, () => client.send('GET', address));
      expect(waves.flat().length, address).toBeLessThanOrEqual(commands);
      expect(waves.length, address).toBeLessThanOrEqual(inWaves);
    }
  });

  // Other servers describe plans differently; the bounds above apply to them as well.
  it.skipIf(process.env.MONGODB_URI)('use the indexes that api/query-plans.md names', async () => {
    const lines = [...plans.values()].map(
      ({ shape, plan, calls }) => `- \`${shape}\`\n  - ${plan}\n  - ${[...calls].sort().join(', ')}\n`,
    );
    await expect(`${introduction}\n${lines.sort().join('')}`).toMatchFileSnapshot('../query-plans.md');
  });
});

/**
 * The maximum of each call's commands and waves, so that an additional read is noticed. A wave consists of the commands sent before a
 * response arrives. Lower a maximum when a call needs less.
 */
const most: Record<string, [commands: number, waves: number]> = {
  // As for the notification bell: whether anything unread is visible.
  '/api/user': [4, 4],
  '/api/users?limit=5': [3, 3],
  '/api/users?sort=for-you&limit=5': [5, 5],
  '/api/home': [6, 6],
  '/api/circles?limit=5': [3, 3],
  '/api/pandas?limit=5': [3, 3],
  [`/api/pandas/${String(idOf('panda', 0))}`]: [3, 3],
  [`/api/users/${String(idOf('member', 1))}/common`]: [4, 4],
  '/api/connections?limit=5': [3, 3],
  '/api/conversations?limit=5': [3, 3],
  '/api/matches/candidates?limit=5': [6, 6],
  '/api/notifications?limit=5': [5, 5],
};

const introduction = `# Query plans

How the database finds what each call that reads asks for: the query without its values (a list of them written as one), its plan with the
last stage first, and the calls that send it. Written by \`npm run plans\`; \`api/src/query-plans.test.ts\` fails when a query or a plan is another one.
`;
