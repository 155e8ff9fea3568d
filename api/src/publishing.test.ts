import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import type { RemoteVersion } from '@frens/compose';
import { addToken, type CountedVersion, endToken, logAuditEntry, readAuditLog } from '@frens/compose/server';
import { promote } from '@frens/compose/store';
import { serverPaths } from '@frens/contract/site-path';
import type { Router } from '@koa/router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StoreOfVersions, storeOfVersions } from '../../shell/compose/src/testing/store-of-versions.ts';
import { createApp } from './app.ts';
import { serveApp } from './testing/serve-app.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

// The publishing calls over HTTP: holders of a token can send anything.
let app: TestApp;
let site: StoreOfVersions;
let team: StoreOfVersions;
let served: Awaited<ReturnType<typeof serveApp>>;
let origin = '';
/** Pages' reports about versions. */
const told: CountedVersion[] = [];
const tokens = { quiz: '', promoter: '', operator: '', both: '', ended: '' };

beforeAll(async () => {
  app = await startTestApp({ limitFactor: 100 });
  [site, team] = [await storeOfVersions(), await storeOfVersions()];
  const versions = [await site.shell('1'), await site.remote('mf-quiz', '1.0.0')];
  const author = { who: 'operator', why: null };
  await promote({ store: site.store, environment: 'live', author }, { versions }, {});
  tokens.quiz = await addToken(site.store, { name: 'quiz', remotes: ['mf-quiz'], mayPromote: false });
  tokens.promoter = await addToken(site.store, { name: 'promoter', remotes: ['mf-quiz'], mayPromote: true });
  tokens.operator = await addToken(site.store, {
    name: 'operator',
    remotes: [],
    mayRollback: true,
    mayFreeze: true,
  });
  tokens.both = await addToken(site.store, {
    name: 'both',
    remotes: ['mf-quiz', 'mf-panda'],
    mayPromote: true,
  });
  tokens.ended = await addToken(site.store, { name: 'ended', remotes: ['mf-quiz'], mayPromote: true });
  await endToken(site.store, 'ended');
  served = await serveApp({
    ...app.services,
    publishing: { store: site.store, counted: async () => told },
  });
  origin = served.url;
});
afterAll(async () => {
  await served.close();
  await app.close();
  await site.remove();
  await team.remove();
});

async function post(call: string, token: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${origin}/compose/${call}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text), text };
}
const run = (token: string, ...words: string[]) => post('run', token, { words });

interface Sent {
  record: RemoteVersion;
  files: Record<string, string>;
  environment: string;
}

/** A version as a team builds it, with the test's changes. */
async function built(name: string, version: string, change: (sent: Sent) => void = () => {}): Promise<Sent> {
  const made = await team.remote(name, version);
  if (made.isShell) throw new Error('This is a remote.');
  const files: Record<string, string> = {};
  for (const file of Object.keys(made.record.integrity))
    files[file] = (await readFile(path.join(made.dist, file))).toString('base64');
  const sent = structuredClone({ record: made.record, files, environment: 'live' });
  change(sent);
  return sent;
}
const versionsThere = (name: string) => site.store.files.list(`remotes/${name}`);

describe('the publishing API', () => {
  it('publishes and promotes a remote with a token that has both rights', async () => {
    const sent = await post('versions', tokens.both, await built('mf-quiz', '2.0.0'));
    expect(sent.body).toMatchObject({
      name: 'mf-quiz',
      version: '2.0.0',
      isNew: true,
      live: { version: '1.0.0' },
    });
    expect(await site.store.files.filesIn('remotes/mf-quiz/2.0.0/')).toContain('entry.js.br');
    const promoted = await run(tokens.both, 'promote', 'mf-quiz@2.0.0', '--why', 'faster');
    expect(promoted.body.json.live).toMatchObject({ who: 'both', why: 'faster', kind: 'promote' });
    const again = await post('versions', tokens.both, await built('mf-quiz', '2.0.0'));
    expect(again.body).toMatchObject({ isNew: false });
  });

  it('reports a remote’s owner, failures and remedies', async () => {
    const about = async () => (await run(tokens.quiz, 'explain', 'REMOTE-104 · mf-quiz 2.0.0')).body;
    expect((await about()).text).toContain('owner     not known');
    const sent = await built('mf-quiz', '2.0.0', ({ record }) =>
      Object.assign(record, { owner: '@bears/quiz' }),
    );
    expect((await post('versions', tokens.quiz, sent)).body).toMatchObject({ isNew: false });
    const { json, text } = await about();
    expect(json).toMatchObject({ owner: '@bears/quiz', version: { isLive: true } });
    expect(text).toMatch(
      /what .*\n.*\n {2}version .*2\.0\.0, live\n.*\n {2}owner {5}@bears\/quiz\n {2}next .*compose .* --at \S+$/,
    );
    expect(await site.store.remoteVersion('mf-quiz', '2.0.0')).not.toHaveProperty('owner');
  });

  it('reports the health of versions to any valid token', async () => {
    told.push({
      version: 'mf-quiz@2.0.0',
      composition: 'c1',
      visits: 40,
      failures: { 'REMOTE-105': 3 },
      vitals: { INP: [30, 2, 1] },
    });
    const { body } = await run(tokens.quiz, 'status');
    expect(body.text).toMatch(/mf-quiz +2\.0\.0 .*40 visits.*REMOTE-105 3×.*INP 30\/2\/1/);
  });

  it('logs requests, results and refusals without secrets', async () => {
    await run(tokens.quiz, 'promote', 'mf-quiz@2.0.0');
    await post('versions', tokens.quiz, await built('mf-panda', '7.0.0'));
    const { body, text } = await run(tokens.quiz, 'history', '--audit', '--limit', '2');
    expect(body.json).toMatchObject([
      { who: 'quiz', what: 'publish mf-panda@7.0.0', outcome: 'forbidden' },
      { who: 'quiz', what: 'promote mf-quiz@2.0.0', outcome: 'forbidden' },
    ]);
    const secret = tokens.quiz.replace('compose_quiz_', '');
    expect(text + JSON.stringify(app.logged)).not.toContain(secret);
  });

  it('refuses a missing, wrong or expired token', async () => {
    const other = `${tokens.quiz.slice(0, -4)}AAAA`;
    for (const token of [
      '',
      'nonsense',
      other,
      tokens.ended,
      tokens.quiz.replace('quiz', 'both'),
      'compose_../../x_'.padEnd(60, 'a'),
    ])
      expect((await run(token, 'status')).status, token).toBe(401);
  });

  it('allows each token only its rights', async () => {
    const other = await post('versions', tokens.quiz, await built('mf-panda', '3.0.0'));
    expect([other.status, other.body.refused.kind]).toEqual([422, 'forbidden']);
    expect(await versionsThere('mf-panda')).toEqual([]);
    expect((await post('versions', tokens.operator, await built('mf-quiz', '3.0.0'))).body.refused.kind).toBe(
      'forbidden',
    );
    expect((await run(tokens.quiz, 'status')).body.text).toContain('mf-quiz');
    const { refused } = (await run(tokens.operator, 'rollback')).body;
    expect(refused, 'others made it live').toMatchObject({
      kind: 'unsure',
      instead: ['rollback', '--to', '1'],
    });
    expect((await run(tokens.operator, ...refused.instead)).body.json.live.who).toBe('operator');
    expect((await run(tokens.operator, 'freeze', '--why', 'a fair')).body.text).toContain('frozen');
    expect((await run(tokens.operator, 'freeze', '--end')).body.text).toContain('no longer frozen');
  });

  it.each([
    ['quiz', 'promote', 'mf-quiz@1.0.0'],
    ['quiz', 'rollback'],
    ['promoter', 'rollback'],
    ['promoter', 'rollback', 'mf-panda'],
    ['promoter', 'freeze'],
    ['promoter', 'freeze', '--end'],
    ['promoter', 'promote', 'mf-panda@1.0.0'],
    ['promoter', 'promote', 'mf-quiz@1.0.0', 'mf-panda@1.0.0'],
    ['promoter', 'promote', 'mf-panda@1.0.0', '--canary', '99'],
    ['promoter', 'promote', 'shell@1'],
    ['promoter', 'promote', '--without', 'mf-panda'],
    ['promoter', 'promote', 'mf-quiz@1.0.0', '--without=mf-panda'],
    ['promoter', 'promote', 'mf-quiz@1.0.0', '--env', 'staging', '--new-env'],
    ['promoter', 'promote', 'mf-quiz@1.0.0', '--new-env'],
    ['quiz', 'status', '--env', 'staging', '--new-env'],
    ['operator', 'promote', 'mf-quiz@1.0.0'],
  ] as const)('changes nothing without the token’s right: %s %s', async (name, ...words) => {
    const before = await site.store.head('live');
    const { status, body } = await run(tokens[name], ...words);
    expect([status, body.refused?.kind]).toEqual([422, 'forbidden']);
    expect(await site.store.head('live')).toEqual(before);
    expect(await site.store.environments()).toEqual(['live']);
  });

  it('creates an environment with a token that may', async () => {
    const rights = { remotes: ['mf-quiz'], mayPromote: true, mayBegin: true };
    const token = await addToken(site.store, { name: 'begins', ...rights });
    const begun = await run(token, 'promote', 'mf-quiz@1.0.0', '--env', 'staging', '--new-env');
    expect(begun.body.text).toContain('is live in staging');
  });

  it.each([
    ['token', 'add', 'me', '--promote'],
    ['prune'],
    ['locate', 'x'],
    ['publish', 'mf-quiz'],
    ['__proto__'],
    ['status', '--store', '/tmp'],
    ['status', '--site', 'http://127.0.0.1:1'],
    ['promote', 'mf-quiz@1.0.0', '--who', 'ada'],
    ['status', '--env', '../x'],
    ['history', '--audit', '--limit', '1001'],
  ])('refuses commands that need the store, or name other places and people: %s %s', async (...words) => {
    const { status, body } = await run(tokens.both, ...words.filter((word) => word !== undefined));
    expect([status, body.refused.kind]).toEqual([422, 'usage']);
  });

  /** Adds a page in the form that the gate reads, without any code. */
  function addPage({ record }: Sent, page: string) {
    record.descriptor.paths.push({ path: page, access: 'public', frame: 'full', secrets: [] });
    record.built?.routes.push(page);
  }
  const misfits: [string, (sent: Sent) => void][] = [
    ['another file', (sent) => void (sent.files['entry.js'] = 'YQ==')],
    ['a missing file', (sent) => void delete sent.files['exposed.js']],
    ['a file more', (sent) => void (sent.files['more.js'] = 'YQ==')],
    ['a file that the server makes', (sent) => void (sent.files['entry.js.br'] = 'YQ==')],
    ['its record', (sent) => void (sent.files['version.json'] = 'YQ==')],
    ['a file and a folder of one name', (sent) => void (sent.files['entry.js/x.js'] = 'YQ==')],
    ['another place', (sent) => void (sent.record.base = '/remotes/mf-panda/9.0.0/')],
    ['another container', (sent) => void (sent.record.mf = 'mf_panda_9_0_0')],
    ['a version that is no number', (sent) => void (sent.record.version = '../1')],
    ['another platform', (sent) => void (sent.record.descriptor.platform = 99)],
    ['a page of the shell', (sent) => addPage(sent, '/backup')],
    ['a page that only its record knows', (sent) => addPage(sent, '/quizzes')],
    [
      'a hook that only its record knows',
      ({ record: { descriptor, built: facts } }) => {
        descriptor.onSignedIn = true;
        if (facts) facts.hasSignedInHook = true;
      },
    ],
  ];
  it.each(misfits)('refuses a version with %s, and keeps nothing of it', async (_what, change) => {
    const { status, body } = await post('versions', tokens.both, await built('mf-quiz', '9.0.0', change));
    expect([status, body.refused?.kind]).toEqual([422, 'misfit']);
    expect(await versionsThere('mf-quiz')).not.toContain('9.0.0');
  });

  const nonsense: [string, (sent: Sent) => void][] = [
    ['no facts', (sent) => void delete sent.record.built],
    ['no list of files', (sent) => void delete sent.record.files],
    ['a file above', (sent) => void (sent.files['../../live.json'] = 'YQ==')],
    ['an absolute file', (sent) => void (sent.files['/etc/x'] = 'YQ==')],
    ['a hidden file', (sent) => void (sent.files['.env'] = 'YQ==')],
    ['what is not base64', (sent) => void (sent.files['entry.js'] = 'ä')],
    ['another environment', (sent) => void (sent.environment = '../../x')],
  ];
  it('refuses a version with too many files, and names the maximum', async () => {
    const many = await built('mf-quiz', '9.0.0', ({ files }) => {
      for (let number = 0; number < 500; number += 1) files[`more/${number}.js`] = 'YQ==';
    });
    const { status, body } = await post('versions', tokens.both, many);
    expect([status, body.refused?.reasons]).toEqual([
      422,
      [expect.stringMatching(/^it has 50\d files, and a version may have 500$/)],
    ]);
  });

  it.each(nonsense)('refuses an upload with %s', async (_what, change) => {
    expect((await post('versions', tokens.both, await built('mf-quiz', '9.0.0', change))).status).toBe(400);
    expect(await versionsThere('mf-quiz')).not.toContain('9.0.0');
  });

  it('never changes an existing version, even during a race', async () => {
    const [one, other] = [await built('mf-quiz', '4.0.0'), await built('mf-quiz', '4.0.0')];
    other.files['entry.js'] = Buffer.from('"other"').toString('base64');
    const { integrityOf } = await import('@frens/compose/store');
    other.record.integrity['entry.js'] = integrityOf(Buffer.from('"other"'));
    const answers = await Promise.all(
      [one, other, one, other].map((sent) => post('versions', tokens.both, sent)),
    );
    const statuses = answers.map(({ status }) => status);
    const kept = await site.store.files.read('remotes/mf-quiz/4.0.0/entry.js');
    expect(statuses).toEqual(kept?.toString() === '"other"' ? [422, 200, 422, 200] : [200, 422, 200, 422]);
  });

  it('applies concurrent promotions without losing one', async () => {
    await Promise.all(
      ['5.0.0', '5.1.0'].map(async (version) =>
        post('versions', tokens.both, await built('mf-quiz', version)),
      ),
    );
    await post('versions', tokens.both, await built('mf-panda', '5.0.0'));
    const answers = await Promise.all([
      run(tokens.both, 'promote', 'mf-quiz@5.0.0'),
      run(tokens.both, 'promote', 'mf-panda@5.0.0'),
      run(tokens.promoter, 'promote', 'mf-quiz@5.1.0'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const live = await site.store.composition((await site.store.liveId()) ?? '');
    expect(live.apps['mf-panda']?.versions[0].version).toBe('5.0.0');
    expect(live.apps['mf-quiz']?.versions[0].version).toMatch(/^5\.[01]\.0$/);
  });

  it('stops reading what is too large, and keeps nothing of what is cut off', async () => {
    const before = (await readAuditLog(site.store, 1000)).length;
    const large = await post(
      'run',
      tokens.both,
      JSON.stringify({ words: ['status', 'x'.repeat(30_000)] }),
    ).catch((error: unknown) => error);
    expect(large instanceof Error || (large as { status: number }).status === 413).toBe(true);
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    const head = `POST /compose/versions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tokens.both}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"record":`;
    await new Promise<void>((resolve) => socket.write(head, () => resolve()));
    socket.destroy();
    expect((await run(tokens.both, 'status')).status).toBe(200);
    expect((await readAuditLog(site.store, 1000)).length).toBe(before);
  });

  it('refuses cross-site requests, other content types and control characters', async () => {
    expect(
      (await post('run', tokens.both, { words: ['status'] }, { origin: 'https://evil.example' })).status,
    ).toBe(403);
    expect((await post('run', tokens.both, 'words=status', { 'content-type': 'text/plain' })).status).toBe(
      415,
    );
    expect((await post('run', tokens.both, '{"words":')).status).toBe(400);
    expect((await run(tokens.both, 'promote', '\u001b[2J')).status).toBe(400);
  });

  it('reserves its addresses, like everything that the server answers itself', () => {
    const { middleware } = createApp({
      ...app.services,
      publishing: { store: site.store, counted: async () => told },
    });
    const routes = middleware.flatMap((one) => ('router' in one ? (one.router as Router).stack : []));
    const answered = routes.map(({ path: route }) => `${String(route)}/`);
    expect(answered).toContain('/compose/run/');
    expect(answered.filter((route) => !serverPaths.some((own) => route.startsWith(`${own}/`)))).toEqual([]);
  });

  it('is disabled by default', async () => {
    const answer = await fetch(`${app.url}/compose/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.both}` },
    });
    expect(answer.status).toBe(405);
  });

  it('is rate limited by token, and without a valid one by network, separately from others', async () => {
    const strict = await startTestApp({ limitFactor: 0.1, trustedProxyHops: 1 });
    const limited = await serveApp({
      ...strict.services,
      publishing: { store: site.store, counted: async () => told },
    });
    const ask = async (from: string, token: string) => {
      const headers = {
        'x-forwarded-for': `198.51.100.${from}`,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      };
      const body = JSON.stringify({ words: ['status'] });
      return (await fetch(`${limited.url}/compose/run`, { method: 'POST', headers, body })).status;
    };
    const askOften = async (token: string) => {
      const statuses = await Promise.all(Array.from({ length: 20 }, () => ask('7', token)));
      return statuses.toSorted((one, other) => one - other);
    };
    const wrong = tokens.quiz.replace('quiz', 'both');
    expect(await askOften(wrong)).toEqual([...Array(6).fill(401), ...Array(14).fill(429)]);
    expect(await ask('8', wrong)).toBe(401);
    expect(await askOften(tokens.quiz)).toEqual([...Array(6).fill(200), ...Array(14).fill(429)]);
    expect(await ask('8', tokens.quiz)).toBe(429);
    expect(await ask('7', tokens.both)).toBe(200);
    await limited.close();
    await strict.close();
  });

  it('logs acts in their order', async () => {
    await logAuditEntry(site.store, { who: 'a', what: 'first', outcome: 'done' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await logAuditEntry(site.store, { who: 'a', what: 'second', outcome: 'done' });
    expect((await readAuditLog(site.store, 2)).map(({ what }) => what)).toEqual(['second', 'first']);
  });
});
