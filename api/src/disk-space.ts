import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import { minute, second } from './clock.ts';
import type { Config } from './config.ts';
import type { DiskRefusal } from './errors.ts';

/** Below so much free, or so large a part of the disk where that is less, somebody should look. */
const low = { bytes: 1e9, part: 0.05 };
const lookEveryMs = 30 * second;

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
  /** Sentences about disks that are nearly full, without their paths: anybody may ask. */
  warnings(): Promise<string[]>;
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
    ...(backups ? [{ name: 'BACKUP_DIR', path: backups.folder } as const] : []),
    ...(publishing && !siteStore.includes('://') ? [{ name: 'SITE_STORE', path: siteStore } as const] : []),
  ];
}

/** Watches the disks of some places, and writes down when one has little room left and when it has enough again. */
export function watchDiskSpace(
  places: readonly Place[],
  log: Logger,
  { ask = statfs }: { ask?: (path: string) => Promise<Pick<StatsFs, 'bavail' | 'bsize' | 'blocks'>> } = {},
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

  async function look(): Promise<void> {
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
    warnings: async () => (await read()).filter(hasLittle).map(roomText),
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

const hasLittle = ({ free, size }: Room) => free < Math.min(low.bytes, low.part * size);

const roomText = ({ name, free, size }: Room) =>
  `${bytesText(free)} of ${bytesText(size)} are free on the disk of ${name}`;

const bytesText = (bytes: number) =>
  bytes < 1e9 ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
