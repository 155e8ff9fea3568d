import type { AddressInfo } from 'node:net';
import type { LiveSite } from '@frens/compose/server';
import type { SelfUser } from '@frens/contract';
import { type ApiClient, createClient } from '@frens/contract/client';
import { createApp, listenerOf } from '../app.ts';
import type { Clock } from '../clock.ts';
import { type Config, readConfig } from '../config.ts';
import { idFrom } from '../database/ids.ts';
import { createHttpServer } from '../http-server.ts';
import { createJobs } from '../jobs/queue.ts';
import { createLog } from '../log.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { acceptConnection } from '../resources/connections/respond-to-request.ts';
import { createRequest } from '../resources/connections/send-request.ts';
import { confirmAddress } from '../resources/members/confirm-address.ts';
import type { Services } from '../services.ts';
import { copyMember } from './copy-member.ts';
import { registration } from './factories.ts';
import { keepErrorsOf } from './server-errors.ts';
import { startTestDatabase, type TestDatabase } from './test-database.ts';

/** Argon2id as on the site but cheap; shared by all apps, because each would start a thread. */
const passwords = createPasswordHasher({ memoryKiB: 64, passes: 1, lanes: 1 });

/** A clock that only moves when a test advances it. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

/** A browser from the API's perspective: a typed client with cookies. */
export interface TestClient extends ApiClient {
  /** Sends a raw request, which the typed client would not. */
  send(method: string, path: string, options?: SendOptions): Promise<Response>;
  cookies: Map<string, string>;
}

export interface SendOptions {
  body?: unknown;
  /** A raw body, not serialised as JSON. */
  rawBody?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

export interface TestMember extends TestClient {
  user: SelfUser;
  id: string;
}

export interface TestApp {
  services: Services;
  /** For other processes on the same database. */
  databaseUri: string;
  clock: TestClock;
  url: string;
  /** Parsed log lines. */
  logged: Array<Record<string, unknown>>;
  /** A browser without a session. */
  visitor(): TestClient;
  /** A browser with a new member: a copy of what the call writes (`copy-member.test.ts`). */
  member(overrides?: Parameters<typeof registration>[0]): Promise<TestMember>;
  /** The same by the call itself, for tests about registering. */
  register(overrides?: Parameters<typeof registration>[0]): Promise<TestMember>;
  /** Confirms a member's e-mail address, like a mailed link. */
  confirm(member: TestMember): Promise<void>;
  /** Makes friends of two members without a request so far. */
  befriend(one: TestMember, other: TestMember): Promise<void>;
  close(): Promise<void>;
}

/**
 * The whole API on a free port with a real database. Responses are validated against the contract.
 *
 * @param liveSite the published site, if the test needs one
 */
export async function startTestApp(
  overrides: Partial<Config> = {},
  given?: TestDatabase,
  liveSite?: LiveSite,
): Promise<TestApp> {
  const database = given ?? (await startTestDatabase());
  let now = Date.now();
  const clock: TestClock = {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
  const logged: TestApp['logged'] = [];
  const read = readConfig({ variables: { NODE_ENV: 'test', LOG_LEVEL: 'info' } });
  const config = {
    ...read,
    // Tests send sixty requests of one member at once on busy machines: let them queue however long it takes.
    admission: { ...read.admission, waitMs: 60_000 },
    checkAnswers: true,
    ...overrides,
  };
  const services: Services = {
    config,
    db: database.db,
    clock,
    log: keepErrorsOf(createLog(config, { write: (line: string) => logged.push(JSON.parse(line)) })),
    passwords,
    jobs: createJobs(database.db.models.Job, clock),
    liveSite,
  };
  // Composed as in `server.ts`.
  const shown = () => Promise.resolve({ composition: 'composition-of-tests', canary: null });
  const server = createHttpServer(listenerOf(createApp({ ...services, shown })), config);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Safe: the server listens on a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const visitor = () => createTestClient(url);
  return {
    services,
    clock,
    url,
    databaseUri: database.uri,
    logged,
    visitor,
    async member(details) {
      const client = visitor();
      const { user, token } = await copyMember(services, registration(details));
      client.cookies.set('sid', token);
      return Object.assign(client, { user, id: user.id });
    },
    async register(details) {
      const client = visitor();
      const user = await client.call('POST /api/register', { body: registration(details) });
      return Object.assign(client, { user, id: user.id });
    },
    async confirm({ id }) {
      await confirmAddress(services, idFrom(id));
    },
    async befriend(one, other) {
      const asked = await services.db.models.User.findById(other.id).orFail().lean();
      await services.db.transaction(async () => {
        const request = { friendId: asked._id, note: '', source: 'browse' } as const;
        await acceptConnection(services, asked, await createRequest(services, idFrom(one.id), request));
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await database.close();
    },
  };
}

/** @param ask replaces `fetch` */
export function createTestClient(url: string, ask: typeof fetch = fetch): TestClient {
  const cookies = new Map<string, string>();

  async function request(input: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (cookies.size > 0)
      headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await ask(input, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }

  return {
    ...createClient({ baseUrl: url, fetch: (input, init) => request(String(input), init) }),
    cookies,
    send: (method, path, { body, rawBody, headers = {} } = {}) =>
      request(url + path, {
        method,
        body: rawBody ?? (body === undefined ? undefined : JSON.stringify(body)),
        headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      }),
  };
}
