import { limits } from '@frens/contract/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minute } from '../../clock.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { startTestMail, type TestMail } from '../../testing/test-mail.ts';

let app: TestApp;
let mail: TestMail;
beforeAll(async () => {
  app = await startTestApp();
  mail = await startTestMail(app);
});
afterAll(async () => {
  await mail.close();
  await app.close();
});

let count = 0;
const newAddress = () => `stranger${(count += 1)}@mail.example`;

const verify = (client: TestClient, token: string) =>
  client.call('POST /api/auth/verify', { body: { token } });
const tried = (client: TestClient, token: string) =>
  client.send('POST', '/api/auth/verify', { body: { token } });

async function tokenFor(email: string): Promise<string> {
  await app.visitor().call('POST /api/auth/magic-link', { body: { email } });
  return mail.tokenTo(email);
}

describe('a stranger who requests links to somebody else’s address (D8, D9)', () => {
  let shared: TestApp;
  let inbox: TestMail;
  beforeAll(async () => {
    // One trusted hop, so that callers come from different networks.
    shared = await startTestApp({ trustedProxyHops: 1 });
    inbox = await startTestMail(shared);
  });
  afterAll(async () => {
    await inbox.close();
    await shared.close();
  });
  const askFrom = async (network: number, email: string) => {
    const headers = { 'X-Forwarded-For': `198.51.100.${network}` };
    const response = await shared
      .visitor()
      .send('POST', '/api/auth/magic-link', { body: { email }, headers });
    return { status: response.status, told: await response.json() };
  };

  it('does not use up the links of others', async () => {
    const email = 'owner@frens.example';
    for (let sent = 0; sent < limits.magicLinks.per15Minutes; sent += 1) await askFrom(1, email);
    expect((await askFrom(1, email)).status).toBe(429);
    await inbox.to(email);
    expect((await askFrom(2, email)).status).toBe(200);
    expect(await inbox.to(email)).toHaveLength(1);
  });

  it.each(['member', 'nobody'])(
    'cannot flood an inbox from many networks, nor lock its owner out: %s',
    async (who) => {
      const email = who === 'member' ? (await shared.member()).user.email : 'flooded@frens.example';
      await inbox.to(email);
      let mails = 0;
      const answers = new Set<string>();
      for (let network = 10; network < 90; network += 1) {
        answers.add(JSON.stringify(await askFrom(network, email)));
        mails += (await inbox.to(email)).length;
      }
      expect(answers.size).toBe(1);
      expect(mails).toBe(limits.magicLinks.atOncePerDay);
      // Exactly one job is queued; from then on there is always a valid link.
      shared.clock.advance(limits.linkMinutes['sign-in'] * minute);
      const late = await inbox.to(email);
      expect(late).toHaveLength(1);
      const [, token = ''] = /token=([\w-]+)/.exec(late[0]?.text ?? '') ?? [];
      const answer = await shared.visitor().call('POST /api/auth/verify', { body: { token } });
      expect(answer.user.email).toBe(email);
    },
  );
});

describe('a link to another account than that of the session', () => {
  it.each(['member', 'nobody'])('asks first and is not consumed before the confirmation: %s', async (who) => {
    const email = who === 'member' ? (await app.member()).user.email : newAddress();
    const maya = await app.member();
    const token = await tokenFor(email);
    const asked = await tried(maya, token);
    expect(asked.status).toBe(409);
    const text = await asked.text();
    expect(JSON.parse(text)).toMatchObject({ code: 'other_account' });
    // The answer reveals neither the owner nor whether there is one.
    expect(Object.keys(JSON.parse(text)).sort()).toEqual(['code', 'message', 'requestId']);
    expect(text).not.toContain(email);
    expect((await maya.call('GET /api/user')).id).toBe(maya.id);
    const body = { token, switchAccount: true };
    expect((await maya.call('POST /api/auth/verify', { body })).user.email).toBe(email);
    expect((await maya.call('GET /api/user')).email).toBe(email);
  });

  it('does not ask about links of the same account, and rejects used ones as usual', async () => {
    const maya = await app.member();
    const own = await tokenFor(maya.user.email);
    expect((await tried(maya, own)).status).toBe(200);
    const token = await tokenFor(newAddress());
    await verify(app.visitor(), token);
    expect((await tried(maya, token)).status).toBe(400);
  });
});
