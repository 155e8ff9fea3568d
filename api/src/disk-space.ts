import type { StatsFs } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { minute, second } from './clock.ts';
import type { Config } from './config.ts';
import type { DiskRefusal } from './errors.ts';
import { isBucket } from './is-bucket.ts';

/** The warning threshold: this many free bytes, or this part of the disk where that is less. */
const low = { bytes: 1e9, part: 0.05 };
const checkEveryMs = 30 * second;
/** A write that takes longer is slow. Two slow writes in a row raise the warning, because requests wait for the disk. */
const slowMs = second;

/** A folder that the server writes to, with the variable that configures it. */
interface Place {
  name: 'DATA_DIR' | 'BACKUP_DIR' | 'SITE_STORE';
  path: string;
}

/** The free space and size of a place's disk, in bytes. */
export interface Room extends Place {
  free: number;
  size: number;
}

/** Watches the disks that the server writes to. */
export interface DiskSpace {
  /** Reads the free space; leaves out folders that cannot be read. */
  read(): Promise<Room[]>;
  /** Sentences about disks that are nearly full or slow. They are public, so they name no paths. */
  warnings(): Promise<string[]>;
  /** Whether writes to `DATA_DIR` are slow. */
  isSlow(): boolean;
  /** Logs why a disk refused a write, with paths and free bytes, at most once a minute. */
  logRefusal(refusal: DiskRefusal): void;
  stop(): void;
}

/** The folders that a server writes to. */
export function writtenPlaces({
  mongodbUri,
  dataDir,
  backups,
  publishing,
  siteStore,
}: Pick<Config, 'mongodbUri' | 'dataDir' | 'backups' | 'publishing' | 'siteStore'>): Place[] {
  return [
    ...(mongodbUri === null ? [{ name: 'DATA_DIR', path: dataDir } as const] : []),
    ...(backups && !isBucket(backups.address)
      ? [{ name: 'BACKUP_DIR', path: backups.address } as const]
      : []),
    ...(publishing && !isBucket(siteStore) ? [{ name: 'SITE_STORE', path: siteStore } as const] : []),
  ];
}

interface Probes {
  ask?: (path: string) => Promise<Pick<StatsFs, 'bavail' | 'bsize' | 'blocks'>>;
  /** Measures a write to a folder, in milliseconds. */
  timeWrite?: (folder: string) => Promise<number>;
}

/** Watches the disks of these places. Logs when one becomes nearly full or slow, and when it recovers. */
export function watchDiskSpace(
  places: readonly Place[],
  log: Logger,
  { ask = statfs, timeWrite = timeWriteIn }: Probes = {},
): DiskSpace {
  const isLow = new Set<string>();
  const loggedAt = new Map<DiskRefusal, number>();

  async function read(): Promise<Room[]> {
    const rooms = await Promise.all(
      places.map(async (place): Promise<Room[]> => {
        try {
          const { bavail, bsize, blocks } = await ask(place.path);
          return [{ ...place, free: bavail * bsize, size: blocks * bsize }];
        } catch {
          return []; // The folder may not exist yet, or its disk may be unmounted.
        }
      }),
    );
    return rooms.flat();
  }

  /** The durations of the last two writes to `DATA_DIR`, in milliseconds. */
  let writes: number[] = [];
  const isSlow = () => writes.length > 1 && writes.every((ms) => ms > slowMs);
  const slowText = () =>
    `A write to the disk of DATA_DIR takes ${((writes.at(-1) ?? 0) / second).toFixed(1)} s`;

  async function checkWrites(): Promise<void> {
    const data = places.find(({ name }) => name === 'DATA_DIR');
    if (!data) return;
    const wasSlow = isSlow();
    try {
      writes = [...writes.slice(-1), await timeWrite(data.path)];
    } catch {
      return; // Other checks report a full or missing disk.
    }
    if (isSlow() === wasSlow) return;
    if (wasSlow) log.info('The disk of DATA_DIR is as fast as usual again.');
    else log.warn(`${slowText()}: requests that write wait for it.`);
  }

  async function checkDisks(): Promise<void> {
    void checkWrites();
    for (const room of await read()) {
      if (isNearlyFull(room) === isLow.has(room.name)) continue;
      if (isNearlyFull(room)) isLow.add(room.name);
      else isLow.delete(room.name);
      const text = `${roomText(room)}: ${room.path}`;
      if (isNearlyFull(room)) log.warn(text);
      else log.info(`There is room again. ${text}`);
    }
  }

  const timer = setInterval(() => void checkDisks(), checkEveryMs).unref();
  void checkDisks();
  return {
    read,
    warnings: async () => [
      ...(await read()).filter(isNearlyFull).map(roomText),
      ...(isSlow() ? [slowText()] : []),
    ],
    isSlow,
    logRefusal(refusal) {
      const now = performance.now();
      if (now - (loggedAt.get(refusal) ?? Number.NEGATIVE_INFINITY) < minute) return;
      loggedAt.set(refusal, now);
      void read().then((rooms) =>
        log.error(
          [refusalTexts[refusal], ...rooms.map((room) => `${roomText(room)}: ${room.path}`)].join(' '),
        ),
      );
    },
    stop: () => clearInterval(timer),
  };
}

const refusalTexts: Readonly<Record<DiskRefusal, string>> = {
  storage_full: 'The disk is full: what should be written is answered with 503 until there is room.',
  storage_failed: 'The disk fails: what should be written is answered with 503 until it can be written to.',
};

async function timeWriteIn(folder: string): Promise<number> {
  const file = path.join(folder, '.write-probe');
  const startedAt = performance.now();
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.write('.');
    await handle.sync();
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
  return performance.now() - startedAt;
}

const isNearlyFull = ({ free, size }: Room) => free < Math.min(low.bytes, low.part * size);

const roomText = ({ name, free, size }: Room) =>
  `${bytesText(free)} of ${bytesText(size)} are free on the disk of ${name}`;

const bytesText = (bytes: number) =>
  bytes < 1e9 ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
