import { contract } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  // What a first call leaves behind is not theirs: in which language it came.
  await client.send('GET', '/api/user');
  for (const [call, addresses] of Object.entries(readRequests)) {
    for (const address of addresses) await explainCall(client, call, address);
  }
  // The first member is a friend of nearly all. For another, ties decide about who is there for friends only.
  client.cookies.set('sid', await openSession(app.services, idOf('member', 1)));
  const address = `/api/circles/${String(idOf('circle', 13))}/members`;
  await explainCall(client, 'GET /api/circles/:id/members', address);
}, 90_000);
afterAll(() => app.close());

/** Notes the plans of a call's first two pages of five. */
async function explainCall(client: TestClient, call: string, address: string): Promise<void> {
  const { paged } = contract[call as ReadKey] as { paged?: boolean }; // true because `readRequests` has these keys
  const size = paged ? `${address.includes('?') ? '&' : '?'}limit=5` : '';
  let next: string | undefined = address + size;
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

  it('stay within the maximum of queries and waves', async () => {
    const client = createTestClient(app.url);
    client.cookies.set('sid', await openSession(app.services, idOf('member', 0)));
    for (const [address, [commands, inWaves]] of Object.entries(most)) {
      const waves = await fewestReads(app.services.db.connection, () => client.send('GET', address));
      expect(waves.flat().length, address).toBeLessThanOrEqual(commands);
      expect(waves.length, address).toBeLessThanOrEqual(inWaves);
    }
  });

  // Another server plans in other words; what it may read is bound above.
  it.skipIf(process.env.MONGODB_URI)('use the indexes that api/query-plans.md names', async () => {
    const lines = [...plans.values()].map(
      ({ shape, plan, calls }) => `- \`${shape}\`\n  - ${plan}\n  - ${[...calls].sort().join(', ')}\n`,
    );
    await expect(`${introduction}\n${lines.sort().join('')}`).toMatchFileSnapshot('../query-plans.md');
  });
});

/**
 * What calls send to the database: a bar each, so that a read which is added shows. A wave is what is sent before an answer comes. Who comes to
 * fewer lowers the bar.
 */
const most: Record<string, [commands: number, waves: number]> = {
  // As for the bell alone: whether what is unread is shown.
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
