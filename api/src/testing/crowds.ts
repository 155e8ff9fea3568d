import { randomBytes } from 'node:crypto';
import { fullProfile } from '@frens/contract/fixtures';
import { limits } from '@frens/contract/limits';
import { ago, day } from '../clock.ts';
import { idFrom, newId, type ObjectId } from '../database/ids.ts';
import { register } from '../resources/members/register.ts';
import { sessionIdOf } from '../resources/sessions/sessions.ts';
import { walletOf } from '../resources/wallet/ledger.model.ts';
import type { Services } from '../services.ts';
import { quizSubmission, registration } from './factories.ts';
import { createTestClient, type TestClient } from './test-app.ts';

/** The configuration for crowd tests: networks come from a header, and limits are raised, because they are not tested here. */
export const crowdConfig = { trustedProxyHops: 1, limitFactor: 10 };
export const crowdEnvironment = {
  TRUSTED_PROXY_HOPS: String(crowdConfig.trustedProxyHops),
  LIMIT_FACTOR: String(crowdConfig.limitFactor),
};

/** The responses to a crowd of concurrent requests. */
export interface CrowdReport {
  name: string;
  /** Counts by status and error code. */
  answers: Record<string, number>;
  perSecond: number;
}

export interface Member extends TestClient {
  id: string;
}

/** Creates a member with a session, without hashing a password. */
export async function enrol(services: Services, url: string): Promise<Member> {
  const { username, email } = registration({ username: `crowd${randomBytes(6).toString('hex')}` });
  const user = await services.db.transaction(() =>
    register(services, { ...fullProfile(), username, email, passwordHash: 'none', network: null }),
  );
  const client = createTestClient(url);
  client.cookies.set('sid', await openSession(services, user._id));
  return Object.assign(client, { id: String(user._id) });
}

/** Creates a session of one day and returns its cookie's value. */
export async function openSession({ db, clock }: Services, userId: ObjectId): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  const endsAt = new Date(now.getTime() + day);
  const times = { createdAt: now, lastSeenAt: now, endsAt, idleEndsAt: endsAt };
  await db.models.Session.create({ _id: sessionIdOf(token), userId, ...times });
  return token;
}

/** The crowd scenarios of the concurrency specification, sent to all given processes in turn (D34, D35). */
export class Crowds {
  private readonly services: Services;
  private readonly urls: readonly string[];
  private readonly size: number;
  /** The number of stakes from one wallet that holds ten, and of changes to one profile. */
  readonly stakes: number;
  readonly changes: number;
  private readonly crowd: Member[] = [];
  private turn = 0;

  constructor(services: Services, urls: readonly string[], size = 100) {
    this.services = services;
    this.urls = urls;
    this.size = size;
    this.stakes = Math.max(20, size / 2);
    this.changes = Math.max(10, Math.round(size * 0.3));
  }

  private nextUrl(): string {
    this.turn += 1;
    return this.urls[this.turn % this.urls.length] ?? '';
  }

  /** The same members each time. */
  private async members(): Promise<Member[]> {
    while (this.crowd.length < this.size) this.crowd.push(await this.newMember());
    return this.crowd;
  }

  private newMember(): Promise<Member> {
    return enrol(this.services, this.nextUrl());
  }

  /** One member's clients for every process. */
  private everywhere(member: Member): TestClient[] {
    return this.urls.map((url) => {
      const client = createTestClient(url);
      for (const [name, value] of member.cookies) client.cookies.set(name, value);
      return client;
    });
  }

  private async send(
    name: string,
    count: number,
    one: (number: number) => Promise<Response>,
  ): Promise<CrowdReport & { bodies: unknown[] }> {
    const startedAt = performance.now();
    const responses = await Promise.all(Array.from({ length: count }, (_, number) => one(number)));
    const seconds = (performance.now() - startedAt) / 1000;
    const answers: Record<string, number> = {};
    const bodies: unknown[] = [];
    for (const response of responses) {
      const body = (await response.json()) as { code?: string };
      const kind = response.ok ? String(response.status) : `${response.status} ${body.code}`;
      answers[kind] = (answers[kind] ?? 0) + 1;
      bodies.push(body);
    }
    return { name, answers, perSecond: Math.round(count / seconds), bodies };
  }

  private async panda(): Promise<string> {
    const owner = await this.newMember();
    return (await owner.call('POST /api/vibe-quiz', { body: quizSubmission() })).pandaId;
  }

  /** All members stake on one Panda. */
  async stakesOnOnePanda(): Promise<CrowdReport> {
    const [pandaId, members] = [await this.panda(), await this.members()];
    return this.send('members stake on one Panda', this.size, (number) =>
      sendBy(members, number, 'POST', '/api/stake-bamboo', { pandaId, amount: '1.00' }),
    );
  }

  /** All members withdraw their stakes on one Panda, which are old enough. */
  async withdrawals(): Promise<CrowdReport & { left: number }> {
    const [pandaId, members] = [await this.panda(), await this.members()];
    const stakes: string[] = [];
    for (const member of members) {
      const { stake } = await member.call('POST /api/stake-bamboo', { body: { pandaId, amount: '1.00' } });
      stakes.push(stake.id);
    }
    const { Panda, Stake } = this.services.db.models;
    const createdAt = ago(this.services.clock, limits.stakes.lockedDays * day);
    await Stake.updateMany({ pandaId }, { createdAt });
    const report = await this.send('members withdraw from one Panda', this.size, (number) =>
      sendBy(members, number, 'POST', `/api/stakes/${stakes[number]}/unstake`),
    );
    const panda = await Panda.findById(pandaId).lean();
    return { ...report, left: panda?.totalStaked ?? 0 };
  }

  /** One member stakes more often than the wallet allows. */
  async stakesOfOneWallet(): Promise<CrowdReport> {
    const [pandaId, member] = [await this.panda(), await this.newMember()];
    const clients = this.everywhere(member);
    return this.send('stakes where 10 fit', this.stakes, (number) =>
      sendBy(clients, number, 'POST', '/api/stake-bamboo', { pandaId, amount: '10.00' }),
    );
  }

  async joins(): Promise<CrowdReport & { memberCount: number }> {
    const [owner, members] = [await this.newMember(), await this.members()];
    const circle = await owner.call('POST /api/circles', { body: { name: 'Everybody' } });
    const report = await this.send('members join one circle', this.size, (number) =>
      sendBy(members, number, 'POST', `/api/circles/${circle.id}/join`),
    );
    const stored = await this.services.db.models.Circle.findById(circle.id).lean();
    return { ...report, memberCount: stored?.memberCount ?? 0 };
  }

  /** All members join by a link that admits half of them. */
  async joinsByLink(): Promise<CrowdReport & { memberCount: number }> {
    const [owner, members] = [await this.newMember(), await this.members()];
    const { id } = await owner.call('POST /api/circles', { body: { name: 'Half', circleType: 'invite' } });
    const { code: inviteCode } = await owner.call('POST /api/circles/:id/invitations', {
      params: { id },
      body: { maxUses: this.size / 2 },
    });
    const report = await this.send('members join by a link for half of them', this.size, (number) =>
      sendBy(members, number, 'POST', `/api/circles/${id}/join`, { inviteCode }),
    );
    const stored = await this.services.db.models.Circle.findById(id).lean();
    return { ...report, memberCount: stored?.memberCount ?? 0 };
  }

  /** Half change one field, half two others; each response shows the member after its change. */
  async patches() {
    const member = await this.newMember();
    const clients = this.everywhere(member);
    const report = await this.send('changes of one profile', this.changes, (number) =>
      sendBy(
        clients,
        number,
        'PATCH',
        `/api/users/${member.id}`,
        number % 2 === 0
          ? { bio: `bio ${number}` }
          : { occupation: `work ${number}`, location: `place ${number}` },
      ),
    );
    const end = await member.call('GET /api/user');
    const last = { bio: 'the last bio', occupation: 'the last work' };
    for (const [field, text] of Object.entries(last))
      await member.call('PATCH /api/users/:id', { params: { id: member.id }, body: { [field]: text } });
    return { ...report, end, last, after: await member.call('GET /api/user') };
  }

  /** `granted`: how many got the welcome grant, which a network gets twenty times a day (D37). */
  async registrations(): Promise<CrowdReport & { granted: number }> {
    const report = await this.send('registrations from one network', this.size / 2, () =>
      createTestClient(this.nextUrl()).send('POST', '/api/register', {
        body: registration({ username: `new${newId().toHexString()}` }),
        headers: { 'X-Forwarded-For': '203.0.113.7' },
      }),
    );
    const ids = (report.bodies as { id?: string }[]).flatMap(({ id }) => (id ? [walletOf(idFrom(id))] : []));
    const granted = await this.services.db.models.Account.countDocuments({
      _id: { $in: ids },
      balance: { $gt: 0 },
    });
    return { ...report, granted };
  }

  /** One stake, repeated with one idempotency key. */
  async repeats(): Promise<CrowdReport & { stakes: number }> {
    const [pandaId, member] = [await this.panda(), await this.newMember()];
    const clients = this.everywhere(member);
    const headers = { 'Idempotency-Key': 'once' };
    const report = await this.send('repeats of one stake', this.size / 2, (number) =>
      (clients[number % clients.length] as TestClient).send('POST', '/api/stake-bamboo', {
        body: { pandaId, amount: '1.00' },
        headers,
      }),
    );
    const stakes = await this.services.db.models.Stake.countDocuments({ stakerId: member.id });
    return { ...report, stakes };
  }
}

function sendBy(
  clients: readonly TestClient[],
  number: number,
  method: string,
  path: string,
  body: unknown = {},
): Promise<Response> {
  const client = clients[number % clients.length];
  if (!client) throw new Error('There is nobody.');
  return client.send(method, path, { body });
}
