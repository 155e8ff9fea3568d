import type { EmbeddedMongo } from 'embedded-mongo';
import type { Logger } from 'pino';
import { minute, second } from '../clock.ts';
import { errorLine } from '../log.ts';
import type { BackupPlace } from './backup-place.ts';
import { CommitQueue } from './commit-queue.ts';
import { compactLog } from './compact-log.ts';
import { LogGap } from './log-gap.ts';
import {
  LogFault,
  lastCommitOf,
  listSegments,
  nameSegment,
  readChanges,
  type SegmentKind,
} from './log-segments.ts';

/** How often pending changes are written. */
const writeEveryMs = second / 2;
const compactEveryMs = minute;
/** The limit of pending changes while the place is unreachable: beyond it the log breaks off, and resumes after a backup. */
const mostQueueBytes = 64_000_000;
/** How long shutdown may spend on writing the last changes. */
const endPatienceMs = 3 * second;
/** The delay from which on a warning is shown. */
const lateMs = 10 * second;

/** The log of committed changes, beside the backups (docs/decisions/0083): point-in-time recovery. */
export interface ChangeLog {
  /** Starts with the pending changes of a database that was just opened. */
  follow(database: Pick<EmbeddedMongo, 'pending' | 'take'>): void;
  /** Queues the documents of one commit. */
  append(changes: Uint8Array): void;
  /** Age of the oldest change that exists only in the database, in milliseconds; 0 for none. */
  behindMs(): number;
  /** Warnings for operators, as sentences without addresses. */
  warnings(): string[];
  /** Whether a gap follows the newest backup, so that another one is due. */
  needsBackup(): Promise<boolean>;
  /** Writes the queue; call it after closing the database. */
  close(): Promise<void>;
}

interface Options {
  log: Logger;
  now?: () => Date;
  everyMs?: number;
}

/** Opens the change log of a database. Failed writes are retried and logged. */
export function openChangeLog(
  place: BackupPlace,
  { log, now = () => new Date(), everyMs = writeEveryMs }: Options,
): ChangeLog {
  /** The open database, and the range of commit numbers after which a log can continue without a gap. */
  let source: { take(number: number): void; after: number; last: number } | null = null;
  const queue = new CommitQueue();
  /** The last commit's number. */
  let last = 0;
  let sequence: number | null = null;
  const gap = new LogGap(place, now);
  let failingSince: number | null = null;
  let compactedAt = performance.now();
  let writing = Promise.resolve();
  let isClosed = false;

  /** Finds the end of the log, and whether the pending changes continue it without a gap. */
  async function begin({ after, last: lastAtOpen }: { after: number; last: number }): Promise<number> {
    const end = (await listSegments(place)).at(-1);
    const written = await lastCommitOf(place, end).catch((error: unknown) => {
      if (error instanceof LogFault) return Number.NaN;
      throw error;
    });
    if (written >= after && written <= lastAtOpen) queue.dropUntil(written);
    else gap.open();
    await gap.read();
    return end?.sequence ?? 0;
  }

  async function write(kind: SegmentKind, content: Uint8Array, at: Date): Promise<void> {
    const number = (sequence ?? 0) + 1;
    await place.write(nameSegment({ first: number, sequence: number, at, kind }, content), content);
    sequence = number;
  }

  async function writeQueue(): Promise<void> {
    const database = source;
    if (!database) return;
    sequence ??= await begin(database);
    while (gap.isNew) {
      const at = now();
      const before = queue.first ? queue.first.number - 1 : last;
      await gap.write(at, () => write('gap', Buffer.from(String(before)), at));
    }
    const at = now();
    await queue.flush(async (changes, newest) => {
      await write('bson', changes, at);
      database.take(newest);
    });
  }

  async function runCycle(): Promise<void> {
    try {
      await writeQueue();
      if (failingSince !== null)
        log.info(
          { seconds: Math.round((performance.now() - failingSince) / second) },
          'The log of changes is written again.',
        );
      failingSince = null;
      await gap.check();
      if (performance.now() - compactedAt < compactEveryMs) return;
      compactedAt = performance.now();
      await compactLog(place, now());
    } catch (error) {
      if (failingSince === null)
        log.error({ cause: errorLine(error) }, 'The log of changes cannot be written; it is tried again.');
      failingSince ??= performance.now();
    }
  }

  let isRunning = false;
  function startCycle(): void {
    if (isRunning) return;
    isRunning = true;
    writing = runCycle().finally(() => (isRunning = false));
  }
  const timer = setInterval(startCycle, everyMs);

  const behindMs = () => Math.max(queue.ageMs(), gap.ageMs());
  function append(changes: Uint8Array): void {
    if (isClosed) return;
    const [first] = readChanges(changes);
    last = first?.commit ?? last;
    queue.add({ number: last, changes });
    if (queue.bytes <= mostQueueBytes) return;
    queue.clear();
    source?.take(last);
    gap.open();
    log.error('The log of changes has a gap: its place was away too long. A backup is due.');
  }
  return {
    follow({ pending, take }) {
      last = pending?.after ?? Number.NaN;
      for (const changes of pending?.changes ?? []) append(changes);
      source = { take, after: pending?.after ?? Number.NaN, last };
      startCycle();
    },
    append,
    behindMs,
    warnings() {
      const ofGap = gap.warning();
      if (ofGap !== null) return [ofGap];
      return behindMs() < lateMs ? [] : [lateWarning(behindMs())];
    },
    async needsBackup() {
      startCycle();
      await writing;
      if (gap.isOpen) await gap.read();
      return gap.isOpen;
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      const patience = new Promise<void>((resolve) => setTimeout(resolve, endPatienceMs).unref());
      await Promise.race([
        writing.then(writeQueue).catch((error: unknown) =>
          // They stay pending in the database until the next start.
          log.error(
            { cause: errorLine(error) },
            'The last changes could not be written to the log of changes.',
          ),
        ),
        patience,
      ]);
    },
  };
}

const lateWarning = (behindMs: number) =>
  `The log of changes beside the backups is ${Math.round(behindMs / second)} s behind`;
