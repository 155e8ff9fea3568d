import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import mongoose, { type mongo } from 'mongoose';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { day, hour, minute, second } from '../clock.ts';
import { type Config, readConfig } from '../config.ts';
import { findDifferences } from '../scripts/find-differences.ts';
import { repeatErasures } from '../scripts/repeat-erasures.ts';
import { startServices } from '../start-services.ts';
import { type BackupPlace, openBackupPlace } from './backup-place.ts';
import { type ChangeLog, openChangeLog } from './change-log.ts';
import { checkRandomMoment } from './check-backup.ts';
import { compactLog } from './compact-log.ts';
import { lastCommitOf, listSegments, logFolder, nameSegment, readSegment } from './log-segments.ts';
import { manifestFile } from './manifest.ts';
import { findMoment } from './read-log.ts';
import { restoreMoment } from './restore-moment.ts';
import { newBackupName } from './rotation.ts';
import { writeBackup } from './write-backup.ts';

const { BSON } = mongoose.mongo;
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
/** How often a data folder is removed during writes. */
const rounds = process.env.LONG ? 50 : 1;

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'frens-log-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const newFolder = () => path.join(folder, String((count += 1)));
const configOf = (dataDir = newFolder()): Config => ({
  ...readConfig({ variables: { NODE_ENV: 'test', LOG_LEVEL: 'silent' } }),
  mongodbUri: null,
  dataDir,
});
const ids = (documents: mongo.Document[]) => documents.map(({ _id }) => Number(_id)).sort((a, b) => a - b);

/** A place for backups that tests can make unreachable. */
async function newPlace() {
  const address = newFolder();
  const place = await openBackupPlace(address);
  const state = { isAway: false };
  const faulty: BackupPlace = {
    ...place,
    async write(file, content) {
      if (state.isAway) throw new Error('The place is away.');
      await place.write(file, content);
    },
  };
  return { address, place, faulty, state };
}

/** Writes a backup without collections. */
async function backUpNothing(
  place: BackupPlace,
  { createdAt = new Date(), logSequence }: { createdAt?: Date; logSequence: number },
) {
  const manifest = { format: 1, createdAt, source: 'a test', database: 'frens', build: 'none' };
  await place.write(
    `${newBackupName(createdAt)}/${manifestFile}`,
    Buffer.from(JSON.stringify({ ...manifest, dataVersion: 0, collections: [], logSequence })),
  );
}

const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line) => lines.push(line) });

/** A site's services with a change log and an initial backup. */
async function startLogged({ address, faulty }: Awaited<ReturnType<typeof newPlace>>, config = configOf()) {
  const changeLog = openChangeLog(faulty, { log, everyMs: 50 });
  const started = await startServices(config, { onCommit: changeLog.append, onOpen: changeLog.follow });
  const db = started.services.db.connection.db as mongo.Db;
  const numbers = db.collection<{ _id: number; text?: string }>('numbers');
  const backUp = async (at?: Date) => {
    const place = await openBackupPlace(address);
    const sequence = (await listSegments(place)).at(-1)?.sequence ?? 0;
    await writeBackup(config, path.join(address, newBackupName(at)), sequence);
    await changeLog.needsBackup();
  };
  return { ...started, config, changeLog, db, numbers, backUp };
}

const written = (changeLog: ChangeLog) =>
  expect
    .poll(() => changeLog.behindMs(), { timeout: 10_000 })
    .toBe(0)
    .then(() => setTimeout(100));

/** The numbers in a restored database. */
async function numbersIn(config: Config): Promise<mongo.Document[]> {
  const { services, close } = await startServices(config);
  try {
    expect(await findDifferences(services)).toEqual([]);
    return (await services.db.connection.db?.collection('numbers').find().toArray()) ?? [];
  } finally {
    await close();
  }
}

it('restores any moment, with created, changed and deleted documents, also in collections that the backup lacks', async () => {
  const place = await newPlace();
  const { numbers, db, backUp, changeLog, close } = await startLogged(place);
  await numbers.insertMany([{ _id: 1, text: 'one' }, { _id: 2 }]);
  await backUp();
  await numbers.insertOne({ _id: 3 });
  await numbers.updateOne({ _id: 1 }, { $set: { text: 'uno' } });
  await written(changeLog);
  const then = new Date();
  await setTimeout(20);
  await numbers.deleteOne({ _id: 2 });
  await numbers.updateOne({ _id: 1 }, { $set: { text: 'eins' } });
  await db
    .collection<{ _id: string; big: unknown }>('later')
    .insertOne({ _id: 'x', big: BSON.Long.fromString('9007199254740993') });
  await close();
  await changeLog.close();

  const before = configOf();
  expect((await restoreMoment(before, place.address, then)).at <= then).toBe(true);
  expect(await numbersIn(before)).toEqual([{ _id: 1, text: 'uno' }, { _id: 2 }, { _id: 3 }]);
  const newest = configOf();
  await restoreMoment(newest, place.address, null);
  expect(await numbersIn(newest)).toEqual([{ _id: 1, text: 'eins' }, { _id: 3 }]);
  await expect(restoreMoment(configOf(), place.address, new Date(0))).rejects.toThrow(
    'The oldest backup there is of',
  );
});

it(`loses at most a second of acknowledged writes with the folder of the data, trials: ${rounds}`, {
  timeout: 600_000,
}, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const place = await newPlace();
    const { numbers, backUp, close, config, changeLog } = await startLogged(place);
    await backUp();
    const acknowledged: Array<{ _id: number; at: number }> = [];
    const goneAt = performance.now() + randomInt(1_100, process.env.LONG ? 4_000 : 1_600);
    const state = { isGone: false };
    const writing = (async () => {
      for (let _id = 1; !state.isGone; _id += 1) {
        await numbers.insertOne({ _id }).catch(() => (state.isGone = true));
        if (!state.isGone) acknowledged.push({ _id, at: performance.now() });
        if (!process.env.LONG) await setTimeout(5);
      }
    })();
    await setTimeout(goneAt - performance.now());
    // From here on nothing of this process counts, as if it had been killed.
    place.state.isAway = true;
    const lostAt = performance.now();
    await rm(config.dataDir, { recursive: true, force: true });
    state.isGone = true;
    await writing;
    await close();
    await changeLog.close();

    const restored = configOf();
    await restoreMoment(restored, place.address, null);
    const there = ids(await numbersIn(restored));
    expect(there).toEqual(there.map((_id, index) => index + 1));
    const owed = acknowledged.filter(({ at }) => at < lostAt - second);
    expect(owed.length).toBeGreaterThan(0);
    expect(there.length, `round ${round}`).toBeGreaterThanOrEqual(owed.length);
  }
});

describe('a chain of log files', () => {
  it.runIf(process.env.LONG)(
    'continues after a stop, a crash and a command that wrote in between',
    async () => {
      const place = await newPlace();
      const first = await startLogged(place);
      await first.numbers.insertOne({ _id: 1 });
      await first.backUp();
      await first.close();
      await first.changeLog.close();

      const second = await startLogged(place, first.config);
      await second.numbers.insertOne({ _id: 2 });
      await written(second.changeLog);
      // As if it had been killed: the last changes are only in the database.
      place.state.isAway = true;
      await second.numbers.insertOne({ _id: 3 });
      await second.close();
      await second.changeLog.close();
      place.state.isAway = false;
      const command = await startServices(first.config);
      await command.services.db.connection.db?.collection<{ _id: number }>('numbers').insertOne({ _id: 4 });
      await command.close();

      const third = await startLogged(place, first.config);
      await third.numbers.insertOne({ _id: 5 });
      await written(third.changeLog);
      expect([await third.changeLog.needsBackup(), third.changeLog.warnings()]).toEqual([false, []]);
      expect((await listSegments(place.place)).filter(({ kind }) => kind === 'gap')).toHaveLength(1);
      await third.close();
      await third.changeLog.close();
      const whole = configOf();
      expect((await restoreMoment(whole, place.address, new Date())).gap).toBeNull();
      expect(ids(await numbersIn(whole))).toEqual([1, 2, 3, 4, 5]);
    },
  );

  it.runIf(process.env.LONG)(
    'ends at a gap of unrecorded changes, and warns until a backup covers it, also after a restart',
    async () => {
      const place = await newPlace();
      const first = await startLogged(place);
      await first.backUp();
      await first.numbers.insertOne({ _id: 1 });
      await written(first.changeLog);
      await first.close();
      await first.changeLog.close();
      const unlogged = await startServices(first.config, { onCommit: null });
      await unlogged.services.db.connection.db?.collection<{ _id: number }>('numbers').insertOne({ _id: 2 });
      await unlogged.close();

      for (const _id of [3, 4]) {
        const { numbers, changeLog, close } = await startLogged(place, first.config);
        await numbers.insertOne({ _id });
        expect(await changeLog.needsBackup()).toBe(true);
        expect(changeLog.warnings()).toEqual([expect.stringMatching(/has a gap: what was changed since 20/)]);
        expect(changeLog.behindMs()).toBeGreaterThan(0);
        await close();
        await changeLog.close();
      }
      await expect(restoreMoment(configOf(), place.address, new Date())).rejects.toThrow('has a gap at');
      // The newest restorable state is the last complete one.
      const whole = configOf();
      const { gap } = await restoreMoment(whole, place.address, null);
      expect(gap).toMatch(/has a gap at 20.* until 20.* is not restored: no backup closes the gap\./);
      expect(ids(await numbersIn(whole))).toEqual([1]);

      const last = await startLogged(place, first.config);
      await last.backUp();
      expect([await last.changeLog.needsBackup(), last.changeLog.warnings()]).toEqual([false, []]);
      await last.close();
      await last.changeLog.close();
    },
  );

  it('waits for an unreachable place, warns, and keeps its order when the clock jumps', async () => {
    const place = await newPlace();
    let now = Date.parse('2026-11-26T12:00:00Z');
    const changeLog = openChangeLog(place.faulty, { log, now: () => new Date(now), everyMs: 20 });
    const take = vi.fn();
    changeLog.follow({ pending: { after: 0, changes: [] }, take });
    const tell = (_id: number) =>
      changeLog.append(BSON.serialize({ ns: 'frens.numbers', n: _id, put: { _id } }));
    await backUpNothing(place.place, { logSequence: 1 });
    await expect.poll(() => changeLog.needsBackup()).toBe(false);
    place.state.isAway = true;
    lines.length = 0;
    tell(1);
    await expect.poll(() => lines.join('')).toContain('cannot be written');
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + minute);
    expect(changeLog.warnings()).toEqual([expect.stringMatching(/log of changes .* is (60|61) s behind/)]);
    vi.restoreAllMocks();
    place.state.isAway = false;
    await expect.poll(() => lines.join('')).toContain('is written again');
    expect(changeLog.warnings()).toEqual([]);
    for (const [_id, jump] of [
      [2, hour],
      [3, -2 * hour],
      [4, 10],
    ] as const) {
      now += jump;
      tell(_id);
      await expect.poll(() => changeLog.behindMs()).toBe(0);
      await setTimeout(100);
    }
    await changeLog.close();
    const told: number[] = [];
    for (const segment of await listSegments(place.place))
      for (const { id } of await readSegment(place.place, segment)) told.push(Number(id));
    expect(told).toEqual([1, 2, 3, 4]);
    expect(take.mock.lastCall).toEqual([4]);
  });

  /** A log whose writes wait to be ended, each by `nextWrite`. */
  async function openSlowLog() {
    const { place } = await newPlace();
    const writes: Array<(error?: Error) => void> = [];
    const slow: BackupPlace = {
      ...place,
      async write(file, content) {
        await new Promise<void>((resolve, reject) => {
          writes.push((error) => (error ? reject(error) : resolve()));
        });
        await place.write(file, content);
      },
    };
    const changeLog = openChangeLog(slow, { log, everyMs: 20 });
    changeLog.follow({ pending: { after: 0, changes: [] }, take: vi.fn() });
    return {
      tell: (_id: number, size = 0) =>
        changeLog.append(
          Buffer.concat([BSON.serialize({ ns: 'frens.numbers', n: _id, put: { _id } }), Buffer.alloc(size)]),
        ),
      async nextWrite() {
        await expect.poll(() => writes.length).toBe(1);
        return writes.pop();
      },
      async close() {
        await changeLog.close();
        const told = [];
        for (const segment of await listSegments(place))
          told.push([
            segment.kind,
            await lastCommitOf(place, segment),
            (await readSegment(place, segment)).map(({ id }) => Number(id)),
          ]);
        return told;
      },
    };
  }

  // A backup made at the gap contains what was dropped: an older change, written after the gap, would undo it.
  it('continues after what it dropped, without an older change whose write failed meanwhile', async () => {
    const { tell, nextWrite, close } = await openSlowLog();
    (await nextWrite())?.();
    tell(1);
    const failing = await nextWrite();
    tell(2, 64_000_000);
    failing?.(new Error('The place is away.'));
    tell(3);
    for (let count = 0; count < 2; count += 1) (await nextWrite())?.();
    expect(await close()).toEqual([
      ['gap', 0, []],
      ['gap', 2, []],
      ['bson', 3, [3]],
    ]);
  });

  it('has a gap of its own for what it dropped while the one before was being written', async () => {
    const { tell, nextWrite, close } = await openSlowLog();
    const first = await nextWrite();
    tell(1, 64_000_000);
    tell(2);
    first?.();
    for (let count = 0; count < 2; count += 1) (await nextWrite())?.();
    expect(await close()).toEqual([
      ['gap', 0, []],
      ['gap', 1, []],
      ['bson', 2, [2]],
    ]);
  });
});

describe('compactLog', () => {
  it('keeps seconds for an hour, minutes for a day, then only erasures, and nothing from before the oldest backup', async () => {
    const { place } = await newPlace();
    const now = new Date('2026-11-26T12:00:00Z');
    let sequence = 0;
    const write = (agoMs: number, change: mongo.Document) => {
      sequence += 1;
      const numbers = {
        first: sequence,
        sequence,
        at: new Date(now.getTime() - agoMs),
        kind: 'bson',
      } as const;
      const content = BSON.serialize(change);
      return place.write(nameSegment(numbers, content), content);
    };
    const put = (_id: number, text: string) => ({ ns: 'frens.numbers', put: { _id, text } });
    const gone = (_id: number) => ({ ns: 'frens.users', gone: _id });
    await write(8 * day, gone(0));
    await write(3 * day, put(1, 'old'));
    await write(3 * day - second, gone(1));
    await write(2 * hour, put(1, 'a'));
    await write(2 * hour - second, put(1, 'b'));
    await write(2 * hour - 2 * second, put(2, 'c'));
    await write(30 * second, put(3, 'd'));
    await write(29 * second, put(3, 'e'));
    for (const ago of [7 * day, hour])
      await place.write(`${newBackupName(new Date(now.getTime() - ago))}/manifest.json`, Buffer.from('{}'));
    for (let again = 0; again < 2; again += 1) {
      await compactLog(place, now);
      const segments = await listSegments(place);
      const content = [];
      for (const segment of segments) {
        const told = await readSegment(place, segment);
        content.push([
          segment.sequence,
          segment.kind,
          ...told.map(({ id, document }) => `${String(id)}${document ? '' : ' gone'}`),
        ]);
      }
      expect(content).toEqual([
        [3, 'erased', '1 gone'],
        [6, 'bson', '1', '2'],
        [7, 'bson', '3'],
        [8, 'bson', '3'],
      ]);
    }
  });
});

describe('a damaged log (docs/decisions/0083)', () => {
  /** An empty backup, followed by five files with one document each. */
  async function writeLog() {
    const { place, address } = await newPlace();
    const now = Date.now() - minute;
    await backUpNothing(place, { createdAt: new Date(now), logSequence: 0 });
    for (let _id = 1; _id <= 5; _id += 1) {
      const put = { _id, text: 'a text that fills some bytes' };
      const content = BSON.serialize({ ns: 'frens.numbers', put });
      const at = new Date(now + _id * second);
      await place.write(nameSegment({ first: _id, sequence: _id, at, kind: 'bson' }, content), content);
    }
    const segments = await listSegments(place);
    const at = (file: string) => path.join(address, file);
    return { place, address, segments, file: at(segments[2]?.file ?? ''), before: segments[1]?.at, at };
  }

  const faults: Record<
    string,
    { harm(log: Awaited<ReturnType<typeof writeLog>>): Promise<void>; says: RegExp }
  > = {
    missing: {
      harm: ({ file }) => rm(file),
      says: /does not follow: of the files before it, number \d+ is missing/,
    },
    emptied: { harm: ({ file }) => truncate(file), says: /\.bson is empty/ },
    renamed: {
      harm: ({ file }) => rename(file, file.replace(/bson$/, 'erased')),
      says: /\.erased was renamed, cut or changed/,
    },
    cut: {
      harm: async ({ file }) => truncate(file, (await stat(file)).size - 20),
      says: /damaged at byte 0 of \d+/,
    },
    flipped: {
      async harm({ file }) {
        const bytes = await readFile(file);
        const index = bytes.indexOf('fills');
        bytes[index] = (bytes[index] ?? 0) ^ 1;
        await writeFile(file, bytes);
      },
      says: /\.bson was renamed, cut or changed/,
    },
  };

  it('is restored up to the fault, which is named; a restore beyond it changes nothing', async () => {
    const log = await writeLog();
    const kept = new Map<string, Buffer>();
    for (const { file } of log.segments) kept.set(file, await readFile(log.at(file)));
    for (const [name, { harm, says }] of Object.entries(faults)) {
      await harm(log);
      const config = configOf();
      const refusal = await restoreMoment(config, log.address, null).catch((error: Error) => error.message);
      expect(refusal, name).toMatch(says);
      const moment = log.before?.toISOString() ?? '';
      expect(refusal, name).toContain(`Nothing was changed. --at ${moment} restores what is before it.`);
      expect(existsSync(config.dataDir), name).toBe(false);
      await expect(checkRandomMoment(config, log.address), name).rejects.toThrow(says);
      // Adjacent files are merged, but not across a fault.
      await compactLog(log.place, new Date(Date.now() + 2 * hour));
      const { erased, faults: told } = await findMoment(log.place, new Date(moment));
      expect([erased, told], name).toEqual([[], [expect.stringMatching(says)]]);
      await rm(log.at(logFolder), { recursive: true });
      for (const [file, content] of kept) await log.place.write(file, content);
    }
    expect((await findMoment(log.place, null)).changes).toHaveLength(5);
  });

  it('is read again after files were merged', async () => {
    const { place } = await writeLog();
    let isMerged = false;
    const moving: BackupPlace = {
      ...place,
      async read(file) {
        if (!isMerged && file.endsWith('.bson')) {
          isMerged = true;
          await compactLog(place, new Date(Date.now() + 2 * hour));
        }
        return place.read(file);
      },
    };
    const { changes } = await findMoment(moving, null);
    expect([isMerged, changes.length, (await listSegments(place)).length < 4]).toEqual([true, 5, true]);
  });
});

it('refuses a moment in the future', async () => {
  await expect(restoreMoment(configOf(), newFolder(), new Date(Date.now() + hour))).rejects.toThrow(
    /^The moment .* has not come yet\. Leave --at out/,
  );
});

it.runIf(process.env.LONG)('repeats later erasures', async () => {
  const place = await newPlace();
  const { services, backUp, close, changeLog, db } = await startLogged(place, {
    ...configOf(),
    seedDemo: true,
  });
  await backUp();
  await written(changeLog);
  const then = new Date();
  const member = await services.db.models.User.findOne({ username: { $ne: 'demo' }, pandaId: { $ne: null } })
    .orFail()
    .lean();
  await db.collection('users').deleteOne({ _id: member._id });
  await close();
  await changeLog.close();

  const config = configOf();
  const { erased } = await restoreMoment(config, place.address, then);
  expect(erased.map(String)).toEqual([String(member._id)]);
  expect(await repeatErasures(config, erased)).toBe(1);
  const restored = await startServices(config);
  expect(await restored.services.db.models.User.exists({ _id: member._id })).toBeNull();
  expect(await findDifferences(restored.services)).toEqual([]);
  await restored.close();
});
