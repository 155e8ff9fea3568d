import type { LiveSite } from '@frens/compose/server';
import { type CallerName, demo, demoId, stage } from '@frens/contract/testing/row';
import type { TableServer } from '@frens/contract/testing/run-rows';
import { idFrom, newId } from '../database/ids.ts';
import { serverLimits } from '../limits.ts';
import { pairOf } from '../resources/connections/connection.model.ts';
import { createMailWorker } from '../resources/mail-worker.ts';
import { seedIfEmpty } from '../scripts/seed-if-empty.ts';
import type { ElevenLabsServer } from './eleven-labs-server.ts';
import { startMailServer } from './mail-server.ts';
import type { TestApp, TestClient, TestMember } from './test-app.ts';

/** The table's names for the parameters that carry tokens in mailed links. */
const purposes: Readonly<Record<string, string>> = {
  reset: 'reset',
  confirm: 'confirm',
  change: 'change-email',
  undo: 'undo-email',
  keep: 'keep-account',
  stop: 'stop-invitations',
};

/** The table's names for sign-in links to certain addresses. */
const signingIn: Readonly<Record<string, string>> = {
  'maya.okafor@frens.example': 'other',
  'new.one@frens.example': 'newcomer',
};

/** The only version that the table reports about. */
export const tableSite: LiveSite = {
  noteWorking: async () => {},
  versions: async () => new Set(['mf-quiz@1']),
  compositions: async () => new Set(),
  isLoadable: async () => true,
  liveInsteadOf: async () => null,
  quarantine: async () => null,
  endSlowCanary: async () => null,
};

/** The API, prepared with everything that the table of calls expects. */
export interface TableStage extends TableServer {
  close(): Promise<void>;
}

/** Seeds an app's database with the demo community, other members' actions, and the table's callers. */
export async function arrangeTable(app: TestApp, voice: ElevenLabsServer): Promise<TableStage> {
  await seedIfEmpty(app.services);
  await arrangeOthers(app);
  const clients = await arrangeCallers(app);
  const { config } = app.services;
  const mails = await startTableMail(app);
  return {
    tokenOf: mails.tokenOf,
    close: mails.close,
    async send({ as = 'demo', isBare }, request) {
      // Keeps requests apart in time.
      app.clock.advance(1000);
      const { pathname, search } = new URL(request.url);
      const rawBody = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined;
      const { production, smtpUrl } = config;
      if (isBare) Object.assign(config, { production: true, smtpUrl: null });
      voice.answers(isBare ? (response) => void response.writeHead(500).end() : null);
      try {
        return await clients[as].send(request.method, pathname + search, {
          rawBody,
          headers: Object.fromEntries(request.headers),
        });
      } finally {
        Object.assign(config, { production, smtpUrl });
      }
    },
  };
}

/** Actions of other members. */
async function arrangeOthers({ services: { db, clock } }: TestApp): Promise<void> {
  const { CircleBan, CircleRequest, Match, User } = db.models;
  const now = clock.now();
  await User.updateOne({ _id: idFrom(stage.silent) }, { 'privacy.allowDirectMessages': false });
  await User.updateOne({ _id: idFrom(stage.unmatched) }, { 'privacy.matchSuggestionsEnabled': false });
  const [user1Id, user2Id, matchmakerId] = [stage.friend, stage.declined, stage.silent].map(idFrom);
  const pair = pairOf(idFrom(stage.friend), idFrom(stage.declined));
  const answers = { answer1: 'declined', answer2: null, status: 'declined', closedAt: now } as const;
  await Match.create({
    _id: newId(),
    matchmakerId,
    user1Id,
    user2Id,
    pair,
    pairs: [pair],
    createdAt: now,
    ...answers,
  });
  const banned = stage.requests.at(-1)?.userId ?? '';
  await CircleBan.insertMany([
    { _id: newId(), circleId: idFrom(stage.banned), userId: idFrom(demoId), createdAt: now },
    { _id: newId(), circleId: idFrom(stage.own), userId: idFrom(banned), createdAt: now },
  ]);
  await CircleRequest.insertMany(
    stage.requests.map(({ id, userId }) => ({
      _id: idFrom(id),
      circleId: idFrom(stage.own),
      userId: idFrom(userId),
      status: 'pending' as const,
      createdAt: now,
    })),
  );
}

async function arrangeCallers(app: TestApp): Promise<Record<CallerName, TestClient>> {
  const { db, clock } = app.services;
  const { Membership, Session, User } = db.models;
  const now = clock.now();
  const change = ({ id }: TestMember, changes: object) => User.updateOne({ _id: id }, changes);
  const [newcomer, unconfirmed, suspended, crowded, passwordless] = await Promise.all([
    app.member(),
    app.member(),
    app.member(),
    app.member(),
    app.member({ username: 'passwordless' }),
  ]);
  await change(newcomer, { profileComplete: false });
  await change(suspended, { suspended: { since: now, until: null, reason: 'Asked many for money.' } });
  await Membership.insertMany(
    Array.from({ length: serverLimits.circles.joined }, () => ({
      _id: newId(),
      circleId: newId(),
      userId: idFrom(crowded.id),
      role: 'member' as const,
      createdAt: now,
    })),
    { lean: true },
  );
  await app.confirm(passwordless);
  await change(passwordless, { passwordHash: null });
  await Session.updateMany({ userId: passwordless.id }, { createdAt: new Date(now.getTime() - 3_600_000) });
  const [elsewhere, account] = [app.visitor(), app.visitor()];
  for (const browser of [elsewhere, account]) await browser.call('POST /api/login', { body: demo });
  return { demo: account, visitor: app.visitor(), newcomer, unconfirmed, suspended, crowded, passwordless };
}

/** A mail server that runs due jobs whenever a token is requested, and remembers the newest token of each kind. */
async function startTableMail({ services }: TestApp) {
  const tokens = new Map<string, string>();
  const server = await startMailServer(({ to, mail: { text = '' } }) => {
    for (const [, parameter = '', token = ''] of text.matchAll(/\/auth\?(\w+)=([^\s&]+)/g))
      tokens.set(parameter === 'token' ? (signingIn[to] ?? 'sign-in') : (purposes[parameter] ?? ''), token);
  });
  const config = { ...services.config, smtpUrl: server.smtpUrl };
  const { mailer, worker } = createMailWorker({ ...services, config });
  return {
    async tokenOf(name: string): Promise<string> {
      await worker.runDue();
      return tokens.get(name) ?? 'never sent';
    },
    async close(): Promise<void> {
      mailer.close();
      await server.close();
    },
  };
}
