import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idFrom, newId } from '../database/ids.ts';
import { createLog } from '../log.ts';
import { builtProgram } from '../testing/built-program.ts';
import { quizSubmission } from '../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../testing/test-app.ts';
import { moderateByWords } from './moderate-by-words.ts';
import { readModeration } from './read-moderation.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** `npm run moderate` with these arguments, in process. */
const moderate = (...words: string[]) => moderateWith({}, words);

async function moderateWith(changes: Partial<TestApp['services']['config']>, words: string[]): Promise<Ran> {
  const said = { stdout: '', stderr: '' };
  const write = (stream: keyof typeof said) => (text: string) => {
    said[stream] += `${text}\n`;
  };
  const code = await moderateByWords(words, {
    moderator: 'kim',
    print: write('stdout'),
    complain: write('stderr'),
    // The real clock, like commands in separate processes.
    open: (work) =>
      work({
        ...app.services,
        config: { ...app.services.config, ...changes },
        clock: { now: () => new Date() },
      }),
    log: createLog(app.services.config, { write: write('stderr') }),
  });
  return { code, ...said };
}

/** `npm run moderate` in a separate process: for exit codes, output streams, and two at once. */
async function moderateApart(...words: string[]): Promise<Ran> {
  const env = {
    ...process.env,
    MONGODB_URI: app.databaseUri,
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    MODERATOR: 'kim',
  };
  try {
    const ran = await promisify(execFile)(process.execPath, [builtProgram('moderate'), ...words], {
      env,
      timeout: 60_000,
    });
    return { code: 0, ...ran };
  } catch (error) {
    // Safe: it rejects with this for a non-zero exit code.
    return error as Ran;
  }
}

const report = async (
  by: TestMember,
  subjectType: 'user' | 'content' | 'circle' | 'match',
  subjectId: string,
) =>
  (
    await by.call('POST /api/reports', {
      body: { subjectType, subjectId, reason: 'scam', details: 'Asks\u0009for money.' },
    })
  ).id;

describe('npm run moderate', { timeout: 300_000 }, () => {
  it('promises no mail without a mail server', async () => {
    const { user } = await app.member();
    const words = ['suspend', `@${user.username}`, '--days', '1', '--reason', 'Spam.'];
    const { stdout } = await moderateWith({ production: true, smtpUrl: null }, words);
    expect(stdout).toContain('a mail that tells them why waits until SMTP_URL is set.');
    expect((await moderate('restore', `@${user.username}`)).stdout).toContain('and a mail tells them.');
  });

  it('lists open reports, and suspends and restores a member, with every act in the log', async () => {
    const [maya, olu, ana] = await Promise.all([
      app.member({ name: 'Scam Maya', username: 'scam.maya' }),
      app.member({ username: 'olu.reports' }),
      app.member(),
    ]);
    const id = await report(olu, 'user', maya.id);
    const other = await report(ana, 'user', maya.id);

    const list = await moderate('list');
    expect(list).toMatchObject({ code: 0, stderr: '' });
    expect(list.stdout).toContain('2 reports wait.');
    expect(list.stdout).toMatch(new RegExp(`${id}.*scam  user of @scam.maya  2 members`));
    // Only the view of a single report names its reporter.
    expect(list.stdout).not.toContain('olu.reports');
    const shown = await moderate('show', id);
    for (const told of ['Asks for money.', '@olu.reports', other]) expect(shown.stdout).toContain(told);
    expect((await moderate('note', id, 'Asked', 'twice.')).stdout).toBe('Noted.\n');

    const suspended = await moderateApart(
      'suspend',
      '@Scam.Maya',
      '--days',
      '7',
      '--reason',
      'Asks for money.',
    );
    expect(suspended).toMatchObject({ code: 0 });
    expect(suspended.stdout).toContain('Undo: npm run moderate -- restore @scam.maya');
    expect(JSON.parse(suspended.stderr)).toMatchObject({
      security: 'moderated',
      who: 'kim',
      act: 'suspend',
      about: maya.id,
    });
    expect((await maya.send('GET', '/api/user')).status).toBe(401);
    const again = await moderate('suspend', '@scam.maya', '--for-ever', '--reason', 'More.');
    expect([again.code, again.stdout]).toEqual([3, '']);
    expect(again.stderr).toContain('suspended already, until 2');

    expect((await moderate('resolve', id, '--reason', 'Suspended.')).stdout).toContain(
      '2 reports are closed',
    );
    expect((await moderate('list')).stdout).toBe('Nothing waits.\n');
    expect((await moderate('resolve', other)).code).toBe(3);
    expect((await moderate('reopen', other)).stdout).toContain('2 reports are open again');
    expect((await moderate('restore', '@scam.maya')).stdout).toContain('is back');

    const log = JSON.parse((await moderate('log', '@scam.maya', '--json')).stdout) as Array<{ act: string }>;
    expect(log.map(({ act }) => act)).toEqual(['restore', 'reopen', 'resolve', 'suspend', 'note']);
    expect(log[3]).toMatchObject({ who: 'kim', text: 'Asks for money.' });
  });

  it.runIf(process.env.LONG)(
    'hides content and circles from everybody at once, and restores them',
    async () => {
      const [maya, olu] = await Promise.all([app.member(), app.member()]);
      const { pandaId } = await maya.call('POST /api/vibe-quiz', { body: quizSubmission() });
      const circle = await maya.call('POST /api/circles', { body: { name: 'Cheap watches' } });
      const postId = newId();
      const post = {
        _id: postId,
        pandaId: idFrom(pandaId ?? ''),
        authorId: idFrom(maya.id),
        tags: [],
        cheers: 0,
      };
      const createdAt = app.clock.now();
      await app.services.db.models.Content.create({ ...post, type: 'post', text: 'Watches!', createdAt });
      const seen = async () => [
        JSON.stringify(
          await olu.call('GET /api/pandas/:id/content', { params: { id: pandaId ?? '' } }),
        ).includes('Watches!'),
        (await olu.call('GET /api/circles', { query: { q: 'Cheap' } })).length,
        (await olu.send('GET', `/api/circles/${circle.id}`)).status,
      ];
      const before = await seen();
      expect(before).toEqual([true, 1, 200]);
      for (const id of [String(postId), circle.id]) {
        expect(await moderate('remove-content', id, '--reason', 'Ads.')).toMatchObject({ code: 0 });
        expect((await moderate('remove-content', id)).code).toBe(3);
      }
      expect(await seen()).toEqual([false, 0, 404]);
      const both = await Promise.all([
        moderateApart('restore', String(postId)),
        moderateApart('restore', String(postId)),
      ]);
      expect(both.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 3]);
      expect((await moderate('restore', circle.id)).stdout).toContain(`The circle ${circle.id} is back.`);
      expect(await seen()).toEqual(before);
    },
  );

  it('reports unknown subjects and usage errors', async () => {
    expect(await moderate('show', String(newId()))).toMatchObject({ code: 4, stdout: '' });
    expect((await moderate('suspend', '@nobody.here', '--for-ever', '--reason', 'x')).stderr).toContain(
      'There is no member @nobody.here.',
    );
    const misread = await moderateApart('suspend', '@maya');
    expect(misread.code).toBe(2);
    expect(misread.stderr).toContain('--reason is missing');
  });
});

describe('a moderator’s command line', () => {
  it.each([
    [['suspend', '@a', '--reason', 'x'], 'either --days'],
    [['suspend', '@a', '--reason', 'x', '--days', '3', '--for-ever'], 'either --days'],
    [['suspend', '@a', '--reason', 'x', '--days', '0'], 'whole number'],
    [['suspend', '@a', 'x', '--days', '1', '--reason', 'x'], 'in quotes'],
    [['list', '--most', 'all'], 'whole number'],
    [['list', '--language', 'tlh'], 'en, es'],
    [['list', '--fast'], 'fast'],
    [['ban', '@a'], 'no command ban'],
    [['note', '@a'], 'what is to be noted'],
    [['show'], 'of what'],
  ])('%j is refused: %s', (words, sentence) => {
    expect(() => readModeration(words)).toThrow(sentence);
  });

  it('prints the usage without a command', () => {
    expect(readModeration([]).command).toBe('help');
  });

  it('shows and removes the text of a reported introduction', async () => {
    const [maker, one, other] = await Promise.all([
      app.member({ username: 'matchmaker.max' }),
      app.member(),
      app.member(),
    ]);
    for (const friend of [one, other]) await app.befriend(maker, friend);
    const body = { user1Id: one.id, user2Id: other.id, message: 'You two deserve each other.' };
    const { id } = await maker.call('POST /api/matches', { body });
    const reported = await report(one, 'match', id);
    expect((await moderate('list')).stdout).toMatch(new RegExp(`${reported}.*match of @matchmaker\\.max`));
    expect((await moderate('show', reported)).stdout).toContain('You two deserve each other.');

    // Its text is removed, also for the matchmaker; the introduction stays open.
    const told = async () =>
      [...(await other.call('GET /api/matches')), ...(await maker.call('GET /api/matches/matchmaker'))].map(
        ({ message, status }) => [message, status],
      );
    const twice = (message: string) => [
      [message, 'pending'],
      [message, 'pending'],
    ];
    expect(await moderate('remove-content', id)).toMatchObject({ code: 0 });
    expect(await told()).toEqual(twice(''));
    expect(await (await other.send('GET', '/api/account/export')).text()).not.toContain('deserve');
    expect((await moderate('remove-content', id)).code).toBe(3);
    expect(await moderate('restore', id)).toMatchObject({ code: 0 });
    expect(await told()).toEqual(twice('You two deserve each other.'));
  });
});
