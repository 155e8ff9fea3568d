import type { StatsFs } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { isBucket } from '@frens/compose/store';
import type { Logger } from 'pino';
import { minute, second } from './clock.ts';
import type { Config } from './config.ts';
import type { DiskRefusal } from './errors.ts';

/** Below so much free, or so large a part of the disk where that is less, somebody should look. */
const low = { bytes: 1e9, part: 0.05 };
const lookEveryMs = 30 * second;
/** A write to a disk that takes longer, twice in a row, makes requests wait. */
const slowMs = second;

/** A folder that the server writes to, by the variable that names it. */
interface Place {
  name: 'DATA_DIR' | 'BACKUP_DIR' | 'SITE_STORE';
  path: string;
}

/** How much room the disk of a place has, in bytes. */
export interface Room extends Place {
  free: number;
  size: number;
}

/** What is known of the disks that the server writes to. */
export interface DiskSpace {
  /** Reads how much is free; leaves out what cannot be asked. */
  read(): Promise<Room[]>;
  /** Sentences about disks that are nearly full or slow, without their paths: anybody may ask. */
  warnings(): Promise<string[]>;
  /** Whether writes to the data take their time. */
  isSlow(): boolean;
  /** Writes down that a disk took nothing, and why, with path and bytes; once a minute. */
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

interface Asking {
  ask?: (path: string) => Promise<Pick<StatsFs, 'bavail' | 'bsize' | 'blocks'>>;
  /** How long a write to a folder takes, in milliseconds. */
  timeWrite?: (folder: string) => Promise<number>;
}

/** Watches the disks of some places, and writes down when one has little room left or is slow, and when that is over. */
export function watchDiskSpace(
  places: readonly Place[],
  log: Logger,
  { ask = statfs, timeWrite = timeWriteIn }: Asking = {},
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
          return []; // A folder that is made later, or on a disk that is away.
        }
      }),
    );
    return rooms.flat();
  }

  /** How long the last writes to the data took. */
  let writes: number[] = [];
  const isSlow = () => writes.length > 1 && writes.every((ms) => ms > slowMs);
  const slowText = () =>
    `A write to the disk of DATA_DIR takes ${((writes.at(-1) ?? 0) / second).toFixed(1)} s`;

  async function lookAtWrites(): Promise<void> {
    const data = places.find(({ name }) => name === 'DATA_DIR');
    if (!data) return;
    const wasSlow = isSlow();
    try {
      writes = [...writes.slice(-1), await timeWrite(data.path)];
    } catch {
      return; // A full or missing disk is reported elsewhere.
    }
    if (isSlow() === wasSlow) return;
    if (wasSlow) log.info('The disk of DATA_DIR is as fast as usual again.');
    else log.warn(`${slowText()}: requests that write wait for it.`);
  }

  async function look(): Promise<void> {
    void lookAtWrites();
    for (const room of await read()) {
      if (hasLittle(room) === isLow.has(room.name)) continue;
      if (hasLittle(room)) isLow.add(room.name);
      else isLow.delete(room.name);
      const text = `${roomText(room)}: ${room.path}`;
      if (hasLittle(room)) log.warn(text);
      else log.info(`There is room again. ${text}`);
    }
  }

  const timer = setInterval(() => void look(), lookEveryMs).unref();
  void look();
  return {
    read,
    warnings: async () => [
      ...(await read()).filter(hasLittle).map(roomText),
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

const hasLittle = ({ free, size }: Room) => free < Math.min(low.bytes, low.part * size);

const roomText = ({ name, free, size }: Room) =>
  `${bytesText(free)} of ${bytesText(size)} are free on the disk of ${name}`;

const bytesText = (bytes: number) =>
  bytes < 1e9 ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
