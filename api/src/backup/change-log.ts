import type { EmbeddedMongo } from 'embedded-mongo';
import type { Logger } from 'pino';
import { minute, second } from '../clock.ts';
import { errorLine } from '../log.ts';
import type { BackupPlace } from './backup-place.ts';
import { compactLog } from './compact-log.ts';
import {
  LogFault,
  lastCommitOf,
  listSegments,
  nameSegment,
  readChanges,
  type SegmentKind,
} from './log-segments.ts';
import { findGap } from './read-log.ts';

/** How often what has changed is written down. */
const writeEveryMs = second / 2;
const compactEveryMs = minute;
/** How often the place is asked whether a backup has closed a gap. */
const gapEveryMs = 5 * second;
/** More waits for no place that is away: the chain breaks, and begins anew with a backup. */
const mostWaitingBytes = 64_000_000;
/** How long the last changes may take at the end. */
const endPatienceMs = 3 * second;
/** Behind by so much, somebody should look. */
const lateMs = 10 * second;

/** The log of what is committed, beside the backups (docs/decisions/0083). */
export interface ChangeLog {
  /** Begins with what the database, which was just opened, holds of changes that nobody has taken. */
  follow(database: Pick<EmbeddedMongo, 'pending' | 'take'>): void;
  /** Takes the documents of one commit. */
  append(changes: Uint8Array): void;
  /** Since when changes are nowhere but in the database, in milliseconds; 0 where none are. */
  behindMs(): number;
  /** Sentences about it that somebody should read, without addresses. */
  warnings(): string[];
  /** Whether changes are missing since the newest backup, so that another one is due. */
  needsBackup(): Promise<boolean>;
  /** Writes what waits; call when the database is closed. */
  close(): Promise<void>;
}

interface Options {
  log: Logger;
  now?: () => Date;
  everyMs?: number;
}

/** The documents of one commit. */
interface Commit {
  number: number;
  changes: Uint8Array;
}

/** Opens the log of a database. What its place refuses is tried again, and told. */
export function openChangeLog(
  place: BackupPlace,
  { log, now = () => new Date(), everyMs = writeEveryMs }: Options,
): ChangeLog {
  /** The database, and the first and the last number at which a log ends that it can go on with. */
  let opened: { take(number: number): void; after: number; last: number } | null = null;
  let waiting: Commit[] = [];
  let waitingBytes = 0;
  let waitingSince: number | null = null;
  let writingSince: number | null = null;
  /** The number of the last commit. */
  let last = 0;
  let sequence: number | null = null;
  /** Since when changes are missing that no backup has. */
  let gapAt: Date | null = null;
  let gapReadAt = 0;
  let hasGap = false;
  let failingSince: number | null = null;
  let compactedAt = performance.now();
  let writing = Promise.resolve();
  let isClosed = false;

  /** Finds where the log ends, and whether the database goes on from there. */
  async function begin({ after, last: lastAtOpen }: { after: number; last: number }): Promise<number> {
    const end = (await listSegments(place)).at(-1);
    const written = await lastCommitOf(place, end).catch((error: unknown) => {
      if (error instanceof LogFault) return Number.NaN;
      throw error;
    });
    if (written >= after && written <= lastAtOpen)
      keepWaiting(waiting.filter(({ number }) => number > written));
    else hasGap = true;
    await readGap();
    return end?.sequence ?? 0;
  }

  async function readGap(): Promise<void> {
    gapReadAt = performance.now();
    const found = await findGap(place);
    // One that is not written yet stays.
    if (!hasGap) gapAt = found;
  }

  async function write(kind: SegmentKind, content: Uint8Array, at: Date): Promise<void> {
    const number = (sequence ?? 0) + 1;
    await place.write(nameSegment({ first: number, sequence: number, at, kind }, content), content);
    sequence = number;
  }

  function keepWaiting(commits: Commit[]): void {
    waiting = commits;
    waitingBytes = commits.reduce((sum, { changes }) => sum + changes.length, 0);
    if (commits.length === 0) waitingSince = null;
  }

  async function writeWaiting(): Promise<void> {
    if (!opened) return;
    sequence ??= await begin(opened);
    if (hasGap) {
      const at = now();
      const before = waiting[0] ? waiting[0].number - 1 : last;
      await write('gap', Buffer.from(String(before)), at);
      hasGap = false;
      gapAt = at;
    }
    const [commits, newest, at] = [waiting, waiting.at(-1), now()];
    if (!newest) return;
    writingSince = waitingSince;
    keepWaiting([]);
    try {
      await write('bson', Buffer.concat(commits.map(({ changes }) => changes)), at);
      opened.take(newest.number);
    } catch (error) {
      keepWaiting([...commits, ...waiting]);
      waitingSince = writingSince;
      throw error;
    } finally {
      writingSince = null;
    }
  }

  async function turn(): Promise<void> {
    try {
      await writeWaiting();
      if (failingSince !== null)
        log.info(
          { seconds: Math.round((performance.now() - failingSince) / second) },
          'The log of changes is written again.',
        );
      failingSince = null;
      if (gapAt && performance.now() - gapReadAt >= gapEveryMs) await readGap();
      if (performance.now() - compactedAt < compactEveryMs) return;
      compactedAt = performance.now();
      await compactLog(place, now());
    } catch (error) {
      if (failingSince === null)
        log.error({ cause: errorLine(error) }, 'The log of changes cannot be written; it is tried again.');
      failingSince ??= performance.now();
    }
  }

  let isTurning = false;
  function takeTurn(): void {
    if (isTurning) return;
    isTurning = true;
    writing = turn().finally(() => (isTurning = false));
  }
  const timer = setInterval(takeTurn, everyMs);

  function behindMs(): number {
    const since = writingSince ?? waitingSince;
    const waitingMs = since === null ? 0 : performance.now() - since;
    return Math.max(waitingMs, gapAt ? now().getTime() - gapAt.getTime() : 0);
  }
  function append(changes: Uint8Array): void {
    if (isClosed) return;
    const [first] = readChanges(changes);
    last = first?.commit ?? last;
    waitingSince ??= performance.now();
    waiting.push({ number: last, changes });
    waitingBytes += changes.length;
    if (waitingBytes <= mostWaitingBytes) return;
    keepWaiting([]);
    opened?.take(last);
    hasGap = true;
    gapAt ??= now();
    log.error('The log of changes has a gap: its place was away too long. A backup is due.');
  }
  return {
    follow({ pending, take }) {
      last = pending?.after ?? Number.NaN;
      for (const changes of pending?.changes ?? []) append(changes);
      opened = { take, after: pending?.after ?? Number.NaN, last };
      takeTurn();
    },
    append,
    behindMs,
    warnings: () => [
      ...(hasGap || gapAt
        ? [
            `The log of changes beside the backups has a gap: what was changed since ${(gapAt ?? now()).toISOString()} would be lost with the disk, until a backup is finished`,
          ]
        : []),
      ...(gapAt || behindMs() < lateMs
        ? []
        : [`The log of changes beside the backups is ${Math.round(behindMs() / second)} s behind`]),
    ],
    async needsBackup() {
      takeTurn();
      await writing;
      if (gapAt) await readGap();
      return hasGap || gapAt !== null;
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      const patience = new Promise<void>((resolve) => setTimeout(resolve, endPatienceMs).unref());
      await Promise.race([
        writing.then(writeWaiting).catch((error: unknown) =>
          // They wait in the database for the next start.
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
