import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommandLine } from './command-line.ts';
import { causes } from './explain.ts';
import { terminal } from './terminal.ts';
import { type StoreOfVersions, storeOfVersions } from './testing/store-of-versions.ts';

const root = path.resolve(import.meta.dirname, '../../..');
let versions: StoreOfVersions;

/** Runs a command as a terminal would, on the store of the test. */
async function compose(...words: string[]) {
  return runWords([...words, '--store', versions.store.dir, '--who', 'ada']);
}

async function runWords(words: string[]) {
  const said = { out: '', err: '' };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text) => void (said.out += `${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((text) => void (said.err += `${text}\n`)),
    vi.spyOn(console, 'warn').mockImplementation((text) => void (said.err += `${text}\n`)),
  ];
  try {
    const code = await runCommandLine(words);
    return { code, ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

beforeEach(async () => {
  versions = await storeOfVersions();
  await versions.shell('1');
  for (const version of ['1', '2']) await versions.remote('mf-quiz', version);
  await versions.remote('mf-panda', '1');
  await compose('promote', 'shell@1', 'mf-quiz@1', 'mf-panda@1');
});
afterEach(() => versions.remove());

/** Column 7 of the built line is line 3, column 5 of the source. */
const exampleMap = {
  version: 3 as const,
  file: 'exposed.js',
  sources: ['mf-quiz/src/remote.tsx'],
  sourcesContent: ['one\ntwo\n    three'],
  names: [],
  mappings: 'MAEI',
};

const commands =
  'publish promote rollback status history versions freeze verify prune token explain locate bisect'.split(
    ' ',
  );

describe('compose', () => {
  it.runIf(process.env.LONG)('has a help, and exit codes for pipelines', () => {
    const bin = path.join(root, 'shell/compose/bin/compose.js');
    const run = (...words: string[]) => spawnSync(process.execPath, [bin, ...words], { encoding: 'utf8' });
    const help = run('--help');
    expect(help.status, help.stderr).toBe(0);
    for (const name of commands) expect(help.stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'));
    const refused = run('promote', 'mf-quiz@9', '--store', versions.store.dir);
    expect(refused).toMatchObject({ status: 6, stdout: '', stderr: 'mf-quiz@9 is not published here.\n' });
  });

  it('explains each command', async () => {
    for (const name of commands) {
      const { code, out } = await compose(name, '--help');
      expect(code, name).toBe(0);
      expect(out).toMatch(new RegExp(`^npm run compose -- ${name}`));
      expect(out, name).toContain('--json');
    }
  });

  /** What a command line may be wrong in, and what it is told. */
  const mistakes: [mistake: string, words: string[], sentence: string][] = [
    ['an unknown command', ['deploy'], 'There is no command "deploy"'],
    ['an unknown option', ['status', '--loud'], "Unknown option '--loud'"],
    ['too many words', ['rollback', 'mf-quiz', 'mf-panda'], 'npm run compose -- rollback'],
    ['a remote and all of a step', ['rollback', 'mf-quiz', '--to', '1'], 'Name a remote, or'],
    ['no name of a version', ['promote', 'mf-quiz@'], 'write it like mf-quiz@'],
    ['nothing to promote', ['promote'], 'Name the versions to promote'],
    ['an environment that is a path', ['status', '--env', '../x'], 'is no name of an environment'],
    ['a number that is none', ['prune', '--keep', 'ten'], '--keep takes a positive number'],
    ['options before the command', ['--why', 'x', 'status'], 'The command comes first'],
    ['one remote twice', ['promote', 'mf-quiz@1', 'mf-quiz@2'], 'mf-quiz is named twice'],
    [
      'a canary that takes a remote off',
      ['promote', 'mf-quiz@2', '--canary', '10', '--without', 'mf-panda'],
      'cannot remove a remote',
    ],
  ];
  // In one store, because they change nothing.
  it('refuses a mistake and shows the usage', async () => {
    for (const [mistake, words, sentence] of mistakes) {
      const { code, err } = await compose(...words);
      expect(code, mistake).toBe(2);
      expect(err, mistake).toContain(sentence);
    }
  });

  it('treats an empty reason as none, and refuses a name that was never live', async () => {
    expect((await compose('promote', 'mf-quiz@2', '--who', '', '--why', '')).code).toBe(0);
    const [entry] = JSON.parse((await compose('history', '--json')).out);
    expect([entry.why, entry.who]).toEqual([null, expect.stringMatching(/./)]);
    const { code, err } = await compose('history', 'mf-quz');
    expect([code, err.trim()]).toEqual([6, 'mf-quz was never live in live.']);
    expect((await compose('help', 'promote')).out).toBe((await compose('promote', '-h')).out);
  });

  it('says that nothing was done if the site cannot be reached', async () => {
    const server = createServer().listen(0);
    // A listening server has an address with a port.
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    vi.stubEnv('COMPOSE_TOKEN', 'token');
    const { code, err } = await compose('rollback', '--at', `http://localhost:${port}`);
    vi.unstubAllEnvs();
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/could not be reached: .*\. Nothing was done\.\n$/),
    ]);
  });

  it('prints JSON on standard output, also for refusals', async () => {
    const { code, out, err } = await compose('promote', 'mf-quiz@9', '--json');
    expect([code, err]).toEqual([6, '']);
    expect(JSON.parse(out)).toMatchObject({ refused: { kind: 'unknown' } });
  });
});

describe('a day of an operator', () => {
  it('promotes, inspects, compares and rolls back', async () => {
    const promoted = await compose('promote', 'mf-quiz@2', '--why', 'new questions');
    expect(promoted.out).toMatch(/^[0-9a-f]+ is live\nmf-quiz: 1 → 2/);
    expect((await compose('status')).out).toMatch(
      /step 2, .*ada: new questions[^]*mf-quiz +2 {2}falls back to 1/,
    );
    expect((await compose('history', '1..live')).out).toBe('mf-quiz: 1 → 2\n');
    const history = JSON.parse((await compose('history', 'mf-quiz', '--json')).out);
    expect(history).toMatchObject([
      { number: 2, moved: [{ name: 'mf-quiz', from: '1', to: '2', commit: null }], why: 'new questions' },
      { number: 1, moved: [{ from: null, to: '1' }] },
    ]);
    expect((await compose('rollback')).out).toMatch(/ is live again\nmf-quiz: 2 → 1/);
    expect((await compose('history', '--limit', '1')).out).toMatch(
      /^3 .* rollback to 1 {2}mf-quiz 2→1 {2}ada\n$/,
    );
  });

  it('separates environments', async () => {
    // One that is new begins with what is live on the site itself.
    for (const command of ['status', 'freeze', 'history', 'promote', 'rollback', 'verify'])
      expect(
        await compose(command, ...(command === 'promote' ? ['mf-quiz@2'] : []), '--env', 'staging'),
      ).toMatchObject({
        code: 6,
        err: 'There is no environment "staging", only live: --new-env creates one.\n',
      });
    const begun = await compose('promote', 'mf-quiz@2', '--env', 'staging', '--new-env');
    expect(begun.out).toContain('is live in staging');
    expect((await compose('status', '--env', 'staging')).out).toMatch(/mf-panda +1[^]*mf-quiz +2/);
    expect((await compose('status')).out).toMatch(/mf-quiz +1/);
    await compose('promote', '--without', 'mf-panda', '--env', 'staging');
    expect((await compose('history', 'live..staging')).out).toContain('mf-panda: 1 → not there');
  });

  it('freezes with a reason, and unfreezes', async () => {
    expect((await compose('freeze', '--why', 'the fair')).code).toBe(0);
    const refused = await compose('promote', 'mf-quiz@2');
    expect(refused.code).toBe(4);
    expect(refused.err).toMatch(/frozen at .* by ada: the fair/);
    expect((await compose('promote', 'mf-quiz@1')).code, 'what is live already changes nothing').toBe(0);
    expect((await compose('status')).out).toContain('by ada: the fair');
    const { live, since } = JSON.parse((await compose('status', '--json')).out);
    expect([live.number, since.number], 'freezing is no going live').toEqual([2, 1]);
    expect((await compose('freeze', '--why', 'something else')).out, 'it is told whose it is').toMatch(
      /^live was frozen already, at .* by ada: the fair\n$/,
    );
    await compose('freeze', '--end');
    expect((await compose('promote', 'mf-quiz@2')).code).toBe(0);
  });

  it('lists misfits, and changes nothing', async () => {
    const { descriptor } = (await versions.store.remoteVersion('mf-panda', '1')) ?? {};
    if (!descriptor) throw new Error('mf-panda is not there');
    const paths = [...descriptor.paths, { ...descriptor.paths[0], path: '/quiz' }] as typeof descriptor.paths;
    await versions.remote('mf-panda', '2', { descriptor: { ...descriptor, paths } });
    const { code, err } = await compose('promote', 'mf-panda@2');
    expect(code).toBe(3);
    expect(err).toContain('mf-panda 2 takes the path /quiz of mf-quiz');
    expect((await compose('status')).out).toContain('step 1');
  });
});

describe('versions', () => {
  const [first, second] = ['0.1.0-894f00aa11', '0.1.0-dee2ff0011'];
  beforeEach(async () => {
    for (const version of [first, second]) await versions.remote('mf-panda', version);
    const source = { commit: '3fa2c1d8'.repeat(5), author: 'Ada', subject: 'ask more', isChanged: false };
    await versions.store.saveSource('mf-panda', second, source);
    await compose('promote', 'mf-panda@894f');
    await compose('promote', 'mf-panda@dee2', '--why', 'asks more');
  });

  it('are in the history: what moved, from which commit, by whom and why', async () => {
    await compose('freeze');
    await compose('rollback', 'mf-panda');
    expect((await compose('history')).out.replaceAll(/20\S+Z/g, 'WHEN')).toBe(
      [
        '5  WHEN  rollback  mf-panda dee2→894f  ada',
        '4  WHEN  freeze  ada',
        '3  WHEN  promote  mf-panda 894f→dee2 (3fa2c1d8)  ada  asks more',
        '2  WHEN  promote  mf-panda 1→894f  ada',
        '1  WHEN  promote  shell none→1, mf-panda none→1, mf-quiz none→1  ada',
        '',
      ].join('\n'),
    );
    expect((await compose('history', 'mf-quiz')).out).toMatch(/^1 .* mf-quiz none→1 {2}ada\n$/);
    await versions.remote('mf-quiz', '0.1.0-894f00aa11');
    await compose('freeze', '--end');
    await compose('promote', 'mf-quiz@894f', '--canary', '5');
    expect((await compose('history', '--limit', '1')).out).toContain('5 % see mf-quiz@0.1.0-894f00aa11  ada');
  });

  it('are listed with where they are live', async () => {
    await versions.store.noteWorked('live', `mf-panda@${first}`);
    await compose('promote', 'mf-quiz@2', '--env', 'staging', '--new-env');
    await compose('rollback', 'mf-panda');
    const { out } = await compose('versions', 'mf-panda');
    const lines = out.trim().split('\n').sort();
    expect(lines.map((line) => line.replace(/20\S+Z/, 'WHEN'))).toEqual([
      `mf-panda@${first}  WHEN  live, stands in for it in staging, has worked`,
      `mf-panda@${second}  WHEN  3fa2c1d8 Ada: ask more  taken off in step 4, live in staging`,
      'mf-panda@1  WHEN  stands in for it',
    ]);
    expect((await compose('versions', 'mf-gone')).code).toBe(6);
  });

  it('are found by a unique prefix of their hash', async () => {
    const id = (await versions.store.entry('live', 2))?.composition.slice(0, 6) ?? '';
    expect((await compose('history', `${id}..live`)).out).toBe(`mf-panda: ${first} → ${second}\n`);
    expect((await compose('explain', 'REMOTE-104 · mf-panda@dee2')).out).toContain(
      `mf-panda@${second}, live`,
    );
    expect((await compose('verify', '--repair', 'mf-panda@dee2')).out).toContain(
      `mf-panda@${second} has all`,
    );
    expect((await compose('rollback', '--to', id)).out).toContain('is live again');
  });
});

describe('compose publish --from', () => {
  it('publishes a version that was built elsewhere from its folder, through the same gate', async () => {
    const team = await storeOfVersions();
    const [good, greedy] = ['3', '4'].map((version) => team.store.file(`remotes/mf-quiz/${version}`));
    await team.remote('mf-quiz', '3');
    await team.remote('mf-quiz', '4', {
      built: {
        platform: { version: '1.0.0', names: ['sparkle'] },
        routes: ['/quiz'],
        hasSignedInHook: false,
        links: [],
        calls: [],
      },
    });
    const { code, out } = await compose('publish', '--from', good ?? '', '--why', 'from the team');
    expect([code, out]).toEqual([0, expect.stringMatching(/^mf-quiz@3 is published\n/)]);
    const receipt = String(await versions.store.files.read('receipts/mf-quiz/3.html'));
    expect(receipt).toContain('from the team');
    // A repeat tells nothing new.
    expect((await compose('publish', '--from', good ?? '')).code).toBe(0);
    expect(String(await versions.store.files.read('receipts/mf-quiz/3.html'))).toBe(receipt);
    const refused = await compose('publish', '--from', greedy ?? '');
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('has not: sparkle')]);
    expect((await compose('publish', '--from', team.dir)).err).toContain('has no version.json');
    await writeFile(path.join(good ?? '', 'entry.js'), 'evil()');
    expect((await compose('publish', '--from', good ?? '')).err).toContain('not those of its record');
    const away = await compose('publish', '--from', 'https://cdn.example/remotes/mf-quiz/3/');
    expect(away.err).toContain('https://cdn.example is none of the origins of live');
    expect((await compose('publish', 'mf-quiz', '--from', good ?? '')).code).toBe(2);
    await team.remove();
  });
});

describe('a command that needs confirmation', () => {
  it('is confirmed at a terminal; elsewhere it is refused, with the explicit command', async () => {
    const refused = await compose('promote', 'mf-quiz');
    expect([refused.code, refused.err]).toEqual([
      11,
      expect.stringMatching(
        /To make it live: npm run compose -- promote mf-quiz@[12] --store \S+\n {2}mf-quiz@[12], published 20/,
      ),
    ]);
    expect(JSON.parse((await compose('promote', 'mf-quiz', '--json')).out).refused).toMatchObject({
      kind: 'unsure',
      instead: ['promote', expect.stringMatching(/^mf-quiz@[12]$/)],
    });
    expect((await compose('promote', 'mf-gone')).code).toBe(6);
  });

  it('runs with the same options after confirmation', async () => {
    await versions.remote('mf-panda', '0.1.0-abcdef0123');
    const isThere = vi.spyOn(terminal, 'isThere').mockReturnValue(true);
    const ask = vi.spyOn(terminal, 'ask');
    for (const [answer, version, reason] of [
      ['n', '1', null],
      ['y', '0.1.0-abcdef0123', 'on the way'],
    ] as const) {
      ask.mockResolvedValueOnce(answer);
      await compose('promote', 'mf-panda', '--why', 'on the way');
      const { composition = '', why } = (await versions.store.head()) ?? {};
      expect(await versions.store.versionsIn(composition)).toMatchObject({ 'mf-panda': version });
      expect(why).toBe(reason);
    }
    expect(ask).toHaveBeenLastCalledWith('Run promote mf-panda@0.1.0-abcdef0123? [y/N] ');
    isThere.mockRestore();
    ask.mockRestore();
  });

  it('accepts a unique prefix of a hash', async () => {
    for (const hash of ['abcdef0123', 'abcd000000']) await versions.remote('mf-panda', `0.1.0-${hash}`);
    const several = await compose('promote', 'mf-panda@abcd');
    expect([several.code, several.err]).toEqual([
      6,
      expect.stringMatching(
        /may be any of these:\n {2}mf-panda@0\.1\.0-abcd0+\n {2}mf-panda@0\.1\.0-abcdef0123\n$/,
      ),
    ]);
    expect((await compose('promote', 'mf-panda@abc')).code).toBe(6);
    expect((await compose('promote', 'mf-panda@abcde')).out).toContain('mf-panda: 1 → 0.1.0-abcdef0123');
  });
});

describe('a lost composition', () => {
  it('is reported, and can be rolled back', async () => {
    await compose('promote', 'mf-quiz@2');
    await rm(versions.store.file(`compositions/${await versions.store.liveId()}.json`));
    const { code, err } = await compose('status');
    expect([code, err]).toEqual([
      7,
      expect.stringContaining('To go back to the one before: npm run compose -- rollback --store'),
    ]);
    expect((await compose('rollback')).code).toBe(0);
    expect((await compose('status')).out).toMatch(/mf-quiz +1/);
  });
});

describe('a suggested command', () => {
  const staging = (...words: string[]) => compose(...words, '--env', 'staging');

  it('acts on the same store and environment', async () => {
    await staging('promote', 'shell@1', 'mf-quiz@1', 'mf-panda@1', '--new-env');
    await versions.remote('mf-panda', '2');
    expect((await staging('rollback', '--to', '7')).err).toContain(
      'What was: npm run compose -- history --env staging --store',
    );
    await staging('promote', 'mf-quiz@2', '--canary', '10');
    const other = await staging('promote', 'mf-panda@2', '--canary', '10');
    expect(other.err).toContain('end it by npm run compose -- rollback --env staging --store');
    await staging('promote', 'mf-quiz@2');
    const { out } = await compose('history', '--env', 'staging', '--json');
    const [last, , first] = JSON.parse(out) as { number: number }[];
    const versionIs = (version: number) =>
      `process.exit(process.env.COMPOSE_PREVIEW.includes('mf-quiz@${version}') ? 0 : 1)`;
    const range = [String(first?.number), String(last?.number)];
    const culprit = ['--env', 'staging', '--store', versions.store.dir];
    expect(
      (await runWords(['bisect', ...culprit, ...range, '--', process.execPath, '-e', versionIs(1)])).out,
    ).toMatch(/: npm run compose -- promote mf-quiz@1 --env staging --store \S+$/m);
    await rm(versions.store.file(`compositions/${await versions.store.liveId('staging')}.json`));
    expect((await staging('status')).err).toContain('npm run compose -- rollback --env staging --store');
  });
});

describe('compose verify', () => {
  it('runs before a rollback, unless forced', async () => {
    await compose('promote', 'mf-quiz@2');
    await writeFile(versions.store.file('remotes/mf-quiz/1/entry.js'), 'evil()');
    expect((await compose('rollback')).code).toBe(7);
    expect((await compose('rollback', '--force')).code).toBe(0);
  });

  it('runs before a promotion, which refuses a changed file', async () => {
    await writeFile(versions.store.file('remotes/mf-quiz/2/entry.js'), 'evil()');
    const { code, err } = await compose('promote', 'mf-quiz@2');
    expect(code).toBe(7);
    expect(err).toContain('remotes/mf-quiz/2/entry.js was changed');
    expect((await compose('status')).out).toContain('step 1');
  });

  it('finds changed, missing and unlisted files, and compressed copies with other content', async () => {
    expect(await compose('verify')).toMatchObject({
      code: 0,
      out: expect.stringContaining('all as they were published'),
    });
    const file = (name: string) => versions.store.file('remotes/mf-quiz/1', name);
    await writeFile(file('entry.js'), 'evil()');
    await writeFile(file('exposed.js.br'), await readFile(file('entry.js.br')));
    await writeFile(file('more.js'), 'evil()');
    await versions.store.publish('remotes/mf-gone/1/', file('.'), { version: '1', base: '/', integrity: {} });
    const { code, out } = await compose('verify', '--json');
    expect(code).toBe(7);
    expect(JSON.parse(out).damages).toEqual([
      'remotes/mf-quiz/1/entry.js was changed',
      'remotes/mf-quiz/1/exposed.js.br was changed',
      'remotes/mf-quiz/1/more.js has no hash',
    ]);
  });

  it('finds a truncated record, which every command names, and which a repair restores', async () => {
    const record = 'remotes/mf-quiz/1/version.json';
    const text = await readFile(versions.store.file(record), 'utf8');
    await writeFile(versions.store.file(record), text.slice(0, 50));
    const { code, out } = await compose('verify', '--json');
    expect([code, JSON.parse(out).damages]).toEqual([7, [`${record} is missing or was changed`]]);
    for (const words of [
      ['promote', 'mf-quiz@1', '--env', 'staging', '--new-env'],
      ['explain', 'REMOTE-104 · mf-quiz 1'],
    ])
      expect(await compose(...words)).toMatchObject({
        code: 7,
        err: expect.stringMatching(`^${record} of the store is damaged:\n  all of it: .*JSON.*\n$`),
      });
    await compose('verify', '--repair', 'mf-quiz@1');
    expect((await compose('verify')).code).toBe(0);
  });
});

describe('compose verify --repair', () => {
  it('restores lost files from a backup, and logs it', async () => {
    const backup = path.join(versions.dir, 'backup');
    await cp(versions.store.dir, backup, { recursive: true });
    for (const file of ['entry.js', 'entry.js.br', 'entry.js.gz'])
      await rm(versions.store.file('remotes/mf-quiz/1', file));
    const helpless = await compose('verify', '--repair', 'mf-shell@1');
    expect([helpless.code, helpless.err]).toEqual([6, expect.stringContaining('is not published here')]);
    const { code, out } = await compose('verify', '--repair', 'mf-quiz@1', '--from', backup);
    expect([code, out]).toEqual([0, expect.stringContaining('is whole again; 3 files were written')]);
    expect((await compose('verify')).code).toBe(0);
    expect((await compose('history', '--audit')).out).toContain('ada  verify --repair mf-quiz@1  done');
    const again = await compose('verify', '--repair', 'mf-quiz@1', '--json');
    expect(JSON.parse(again.out)).toEqual({
      repaired: [{ name: 'mf-quiz', version: '1', written: [], unlisted: [] }],
    });
  });

  it('names missing sources, and files that it leaves', async () => {
    for (const file of ['entry.js', 'entry.js.br', 'entry.js.gz'])
      await rm(versions.store.file('remotes/mf-quiz/2', file));
    const none = await compose(
      'verify',
      '--repair',
      'mf-quiz@2',
      '--from',
      path.join(versions.dir, 'nothing'),
    );
    expect([none.code, none.err]).toEqual([6, expect.stringContaining('has no mf-quiz@2')]);
    await writeFile(versions.store.file('remotes/mf-quiz/1/more.js'), 'evil()');
    const { code, out } = await compose('verify', '--repair', 'mf-quiz@1');
    expect([code, out]).toEqual([7, expect.stringContaining('more.js has no hash, and was left')]);
    expect((await compose('verify', '--repair', 'mf-quiz@..')).code).toBe(2);
  });
});

describe('compose prune', () => {
  const day = 24 * 60 * 60 * 1_000;
  const all = ['1', '2', '3', '4'].map((version) => `remotes/mf-quiz/${version}/`);

  beforeEach(async () => {
    await versions.remote('mf-quiz', '3');
    await versions.remote('mf-quiz', '4');
    for (const version of ['2', '3', '4']) await compose('promote', `mf-quiz@${version}`);
    // All of it was last week.
    vi.useFakeTimers({ now: Date.now() + 7 * day, toFake: ['Date'] });
  });
  afterEach(() => void vi.useRealTimers());

  it('keeps live versions, fallbacks, rollback targets and recent versions', async () => {
    expect((await compose('prune', '--keep', '1', '--dry-run')).out).toContain(
      '2 versions would be removed.',
    );
    expect((await compose('prune', '--keep', '3')).out).toContain('0 versions were removed.');
    await versions.store.files.renew('remotes/mf-quiz/2/version.json');
    expect((await compose('prune', '--keep', '1', '--json')).out, 'published again just now').toContain(
      'mf-quiz/1/',
    );
    expect(await versions.store.remoteVersion('mf-quiz', '2')).not.toBeNull();
    expect((await compose('verify')).code).toBe(0);
    const head = await versions.store.head();
    expect(head).toMatchObject({ kind: 'prune', pruned: ['remotes/mf-quiz/1/'] });
    const back = await compose('rollback', '--to', '1');
    expect(back.code).toBe(6);
    expect(back.err).toContain('mf-quiz@1');
    expect((await compose('promote', 'mf-quiz@1')).code).toBe(6);
  });

  it('keeps what was live or in a canary within a day, for open tabs', async () => {
    await versions.remote('mf-quiz', '5');
    await compose('promote', 'mf-quiz@5', '--canary', '10');
    for (const version of ['2', '3', '1', '4']) await compose('promote', `mf-quiz@${version}`);
    await compose('rollback', '--to', '4');
    const prune = async () => JSON.parse((await compose('prune', '--keep', '1', '--json')).out);
    vi.setSystemTime(Date.now() + day - 60_000);
    expect(await prune()).toEqual([]);
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect(await prune()).toEqual(['1', '2', '5'].map((version) => `remotes/mf-quiz/${version}/`));
  });

  it('removes the source maps of removed versions only', async () => {
    const maps = { 'exposed.js': exampleMap };
    for (const target of all) await versions.store.saveMaps(target, maps);
    await compose('prune', '--keep', '1');
    const kept = await Promise.all(all.map((target) => versions.store.maps(target)));
    const published = await Promise.all(
      ['1', '2', '3', '4'].map((version) => versions.store.remoteVersion('mf-quiz', version)),
    );
    expect(kept.map((found) => found !== null)).toEqual(published.map((found) => found !== null));
    expect(kept.filter((found) => found === null)).not.toEqual([]);
    expect(kept[3]).toEqual(maps);
  });

  it('removes leftovers of interrupted copies after a day', async () => {
    const [longAgo, now] = [new Date(Date.now() - 7 * day), new Date()];
    await mkdir(versions.store.file('.partial-old'), { recursive: true });
    await utimes(versions.store.file('.partial-old'), longAgo, longAgo);
    await mkdir(versions.store.file('.partial-new'), { recursive: true });
    await utimes(versions.store.file('.partial-new'), now, now);
    await compose('prune');
    const left = (await readdir(versions.store.dir)).filter((name) => name.startsWith('.'));
    expect(left).toEqual(['.partial-new']);
  });

  it('keeps versions that another environment needs', async () => {
    await compose('promote', 'shell@1', 'mf-quiz@1', '--env', 'staging', '--new-env');
    vi.setSystemTime(Date.now() + 7 * day);
    expect(JSON.parse((await compose('prune', '--keep', '1', '--json')).out)).toEqual(['remotes/mf-quiz/2/']);
  });
});

describe('compose explain', () => {
  it('knows every number of docs/errors.md, and no other', async () => {
    const text = await readFile(path.join(root, 'docs/errors.md'), 'utf8');
    expect(Object.keys(causes)).toEqual(Array.from(text.matchAll(/^\| (REMOTE-\d+) /gm), ([, code]) => code));
    for (const { cause } of Object.values(causes)) expect(text).toContain(cause);
  });

  it('explains the line of a notice: version, author, owner and next step', async () => {
    await compose('promote', 'mf-quiz@2');
    const { out } = await compose('explain', 'REMOTE-104 · mf-quiz 2');
    expect(out).toMatch(
      /mf-quiz@2, live\n.* step 2, ada\n.*@frens\/quiz-team\n.*npm run compose -- rollback/,
    );
    expect((await compose('explain', 'remote-102 · mf-quiz 1')).out).toContain('2 is live by now');
    expect((await compose('explain', 'E42')).code).toBe(6);
  });

  it('suggests a rollback of the failed version only', async () => {
    const next = async () => (await compose('explain', 'REMOTE-105 · mf-quiz 2')).out;
    await compose('promote', 'mf-quiz@2');
    await compose('freeze');
    expect(await next()).toContain('npm run compose -- rollback mf-quiz --store');
    await compose('freeze', '--end');
    await compose('promote', '--without', 'mf-panda');
    expect(await next()).toContain('npm run compose -- rollback mf-quiz --store');
    expect((await compose('rollback', 'mf-quiz')).out).toMatch(/ is live again\nmf-quiz: 2 → 1/);
  });

  it('suggests a command that works in this environment, beside a canary, and only with an earlier version', async () => {
    const next = async (version: string, ...more: string[]) =>
      (await compose('explain', `REMOTE-105 · mf-quiz ${version}`, ...more)).out.split('next ')[1]?.trim();
    expect(await next('1')).toBe(
      'There is nothing before it to go back to: publish a mended one, and promote that.',
    );
    await compose('promote', 'mf-quiz@1', '--env', 'staging', '--new-env');
    await compose('promote', 'mf-quiz@2', '--env', 'staging');
    expect(await next('2', '--env', 'staging')).toBe(
      `If it began when this went live: npm run compose -- rollback mf-quiz --env staging --store ${versions.store.dir}`,
    );
    await compose('promote', 'mf-quiz@2');
    await versions.remote('mf-quiz', '3');
    await compose('promote', 'mf-quiz@3', '--canary', '10');
    const back = await next('2');
    expect(back).toBe(
      `If it began when this went live: npm run compose -- rollback mf-quiz@1 --store ${versions.store.dir}`,
    );
    expect((await compose('rollback', 'mf-quiz@1')).code).toBe(0);
    const head = await versions.store.head();
    expect(await versions.store.versionsIn(head?.composition ?? '')).toMatchObject({ 'mf-quiz': '1' });
    expect(head?.canary).toMatchObject({ versions: ['mf-quiz@3'] });
  });

  it('distinguishes versions that were never live, unknown or in a canary', async () => {
    const about = async (version: string) =>
      (await compose('explain', `REMOTE-104 · mf-quiz ${version}`)).out;
    expect(await about('2')).toMatch(
      /mf-quiz@2, published, and never live\n.*quiz-team\n.* 1 is live, and 2 never was in live/,
    );
    expect(await about('9')).toMatch(
      /mf-quiz@9, unknown here\n.*quiz-team\n.* 1 is live\. This store has no mf-quiz@9/,
    );
    await compose('promote', 'mf-quiz@2', '--canary', '10');
    expect(await about('2')).toMatch(
      /mf-quiz@2, shown to 10 % of visitors\n[^]*end the canary: npm run compose -- rollback --store/,
    );
  });

  it('names the owner of a remote without a version, and says if nobody is named', async () => {
    expect((await compose('explain', 'REMOTE-101 · mf-quiz, in step 1')).out).toContain('@frens/quiz-team');
    await compose('promote', 'mf-quiz@2');
    const { out } = await compose('explain', 'REMOTE-104 · mf-nobody 1');
    expect(out).toContain('owner     not known');
    expect(JSON.parse((await compose('explain', 'REMOTE-104', '--json')).out).owner).toBeNull();
  });
});

describe('compose locate', () => {
  it('maps a stack to the sources', async () => {
    await versions.store.saveMaps('remotes/mf-quiz/1/', { 'exposed.js': exampleMap });
    const stack =
      'at x (https://s.example/remotes/mf-quiz/1/exposed.js?again=1:1:7) at y (https://s.example/shell/1/main.js:1:1)';
    const { code, out } = await compose('locate', stack);
    expect(code).toBe(0);
    expect(out).toContain('mf-quiz/src/remote.tsx:3:5');
    expect(out).toContain('shell/1/main.js:1:1\n  no source map');
    expect((await compose('locate', 'TypeError: boom')).code).toBe(2);
  });

  it('prefers the live version if a newer one has the same file', async () => {
    const file = 'shared.1a2b3c4d.js';
    await versions.store.saveMaps('remotes/mf-quiz/1/', { [file]: exampleMap });
    await versions.store.saveMaps('remotes/mf-quiz/2/', { [file]: { ...exampleMap, mappings: 'MACI' } });
    const { out } = await compose('locate', `https://s.example/remotes/mf-quiz/files/${file}:1:7`);
    expect(out).toContain('mf-quiz/src/remote.tsx:3:5');
  });
});
