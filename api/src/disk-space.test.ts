import Koa from 'koa';
import mongoose from 'mongoose';
import { expect, it, vi } from 'vitest';
import { readConfig } from './config.ts';
import { type DiskSpace, watchDiskSpace, writtenPlaces } from './disk-space.ts';
import { createHttpServer } from './http-server.ts';
import { createLog } from './log.ts';
import { createErrorWriter, respondError } from './middleware/respond-error.ts';
import type { RequestState } from './state.ts';
import { startTestApp } from './testing/test-app.ts';

/** The embedded database's error for a disk that refuses writes. */
const diskError = (code: number, reason: string) =>
  new mongoose.mongo.MongoServerError({
    code,
    message: `The data could not be written, nothing was changed: ${reason}`,
  });
const fullDisk = () => diskError(14_031, 'No space left on device');

const systemError = (message: string) => Object.assign(new Error(message), { code: message.split(':')[0] });

function createTestLog() {
  const lines: Array<{ level: number; msg: string }> = [];
  const log = createLog(
    { logLevel: 'info', build: 'test' },
    { write: (line: string) => lines.push(JSON.parse(line)) },
  );
  return { log, lines };
}

const place = { name: 'DATA_DIR', path: '/var/lib/frens' } as const;

/** A disk with this many bytes, in blocks of a kilobyte. */
function diskOf(size: number) {
  const disk = { free: size };
  const ask = async () => ({ bavail: disk.free / 1000, bsize: 1000, blocks: size / 1000 });
  return { disk, ask };
}

it('warns when a disk is nearly full, and reports when it has space again', async () => {
  vi.useFakeTimers();
  const { log, lines } = createTestLog();
  const { disk, ask } = diskOf(10e9);
  const space = watchDiskSpace([place], log, { ask });
  const later = () => vi.advanceTimersByTimeAsync(60_000);
  await later();
  expect(await space.warnings()).toEqual([]);
  disk.free = 480e6;
  await later();
  await later();
  expect(await space.warnings()).toEqual(['480 MB of 10.0 GB are free on the disk of DATA_DIR']);
  expect(await space.read()).toEqual([{ ...place, free: 480e6, size: 10e9 }]);
  disk.free = 5e9;
  await later();
  expect(await space.warnings()).toEqual([]);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [40, '480 MB of 10.0 GB are free on the disk of DATA_DIR: /var/lib/frens'],
    [30, 'There is room again. 5.0 GB of 10.0 GB are free on the disk of DATA_DIR: /var/lib/frens'],
  ]);
  space.stop();
  vi.useRealTimers();
});

it('warns after two slow writes, and reports when the disk is fast again', async () => {
  vi.useFakeTimers();
  const { log, lines } = createTestLog();
  const { ask } = diskOf(10e9);
  let ms = 3;
  const space = watchDiskSpace([place], log, { ask, timeWrite: async () => ms });
  const later = () => vi.advanceTimersByTimeAsync(30_000);
  await later();
  ms = 2_340;
  await later();
  expect(await space.warnings()).toEqual([]);
  await later();
  expect(await space.warnings()).toEqual(['A write to the disk of DATA_DIR takes 2.3 s']);
  ms = 3;
  await later();
  expect(await space.warnings()).toEqual([]);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [40, 'A write to the disk of DATA_DIR takes 2.3 s: requests that write wait for it.'],
    [30, 'The disk of DATA_DIR is as fast as usual again.'],
  ]);
  space.stop();
  vi.useRealTimers();
});

it('ignores a folder that cannot be read', async () => {
  const { log, lines } = createTestLog();
  const space = watchDiskSpace([{ ...place, path: '/nowhere/at/all' }], log);
  expect(await space.read()).toEqual([]);
  expect(await space.warnings()).toEqual([]);
  expect(lines).toEqual([]);
  space.stop();
});

it.each([
  [{}, ['DATA_DIR']],
  [{ BACKUP_DIR: '/backups', PUBLISHING: 'true' }, ['DATA_DIR', 'BACKUP_DIR', 'SITE_STORE']],
  [{ MONGODB_URI: 'mongodb://db.example/frens', PUBLISHING: 'true', SITE_STORE: 's3://bucket/x' }, []],
])('watches the folders that the server writes to: %j', (variables, names) => {
  expect(writtenPlaces(readConfig({ variables, file: {} })).map(({ name }) => name)).toEqual(names);
});

const full = {
  code: 'storage_full',
  told: 'The disk is full: what should be written is answered with 503 until there is room.',
};
const broken = {
  code: 'storage_failed',
  told: 'The disk fails: what should be written is answered with 503 until it can be written to.',
};

it.each([
  ['a database', full, fullDisk(), 'en', 'We’ve run out of space'],
  ['a database', full, fullDisk(), 'es', 'Nos quedamos sin espacio'],
  ['a file', full, systemError('ENOSPC: no space left on device'), 'en', 'run out of space'],
  ['a quota', full, systemError('EDQUOT: quota exceeded'), 'en', 'run out of space'],
  ['a broken disk', broken, systemError('EIO: i/o error, write'), 'en', 'We can’t save anything right now'],
  ['a read-only disk', broken, systemError('EROFS: read-only file system'), 'es', 'no podemos guardar'],
  ['a database on a broken disk', broken, diskError(39, 'Input/output error'), 'en', 'right now'],
] as const)(
  '%s answers 503 in a sentence, and the log says why (%o)',
  async (_what, { code, told }, error, language, sentence) => {
    const { log, lines } = createTestLog();
    const { ask } = diskOf(10e9);
    const space = watchDiskSpace([place], log, { ask: async () => ({ ...(await ask()), bavail: 0 }) });
    const answer = await answerWith(error, language, log, space);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toBe('30');
    expect(await answer.json()).toMatchObject({ code, message: expect.stringContaining(sentence) });
    const words = '0 MB of 10.0 GB are free on the disk of DATA_DIR: /var/lib/frens';
    await vi.waitFor(() => expect(lines.map(({ msg }) => msg)).toContain(`${told} ${words}`));
    expect(JSON.stringify(lines)).toContain(error.message.slice(-30));
    space.stop();
  },
);

async function answerWith(
  error: Error,
  language: 'en' | 'es',
  log: ReturnType<typeof createLog>,
  space: DiskSpace,
): Promise<Response> {
  const koa = new Koa<RequestState>();
  koa.use((ctx, next) => {
    ctx.state.language = language;
    return next();
  });
  const config = readConfig({ variables: {}, file: {} });
  koa.use(
    respondError(
      log,
      createErrorWriter(config, () => false),
      space.logRefusal,
    ),
  );
  koa.use(() => {
    throw error;
  });
  const answer = koa.callback();
  const server = createHttpServer((request, response) => void answer(request, response), config);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  const response = await fetch(`http://127.0.0.1:${address.port}`);
  server.closeAllConnections();
  server.close();
  return response;
}

it('lets members read while their session cannot be updated', async () => {
  const app = await startTestApp();
  const member = await app.member();
  app.clock.advance(3_600_000);
  const full = vi.spyOn(app.services.db.models.Session, 'updateOne').mockImplementation(() => {
    throw fullDisk();
  });
  expect((await member.send('GET', '/api/user')).status).toBe(200);
  expect(full).toHaveBeenCalled();
  full.mockRestore();
  await app.close();
});
