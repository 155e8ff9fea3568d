import { statSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import { hour, minute, second } from '../clock.ts';
import { errorLine } from '../log.ts';
import type { BackupPlace } from './backup-place.ts';
import { compactLog } from './compact-log.ts';
import { listSegments, nameSegment, type SegmentKind } from './log-segments.ts';
import { newestBackupAt } from './rotation.ts';

/** How often what has changed is written down. */
const writeEveryMs = second / 2;
const compactEveryMs = minute;
/** More waits for no place that is away: the chain breaks, and begins anew with a backup. */
const mostWaitingBytes = 64_000_000;
/** How long the last changes may take at the end. */
const endPatienceMs = 3 * second;
/** Behind by so much, somebody should look. */
const lateMs = 10 * second;

/** The log of what is committed, beside the backups (docs/decisions/0083). */
export interface ChangeLog {
  /** Takes the documents of one commit. */
  append(changes: Uint8Array): void;
  /** Since when the oldest change waits that is not written, in milliseconds; 0 where none does. */
  behindMs(): number;
  /** Sentences about it that somebody should read, without addresses. */
  warnings(): string[];
  /** Whether changes are missing since the newest backup, so that another one is due. */
  needsBackup(): Promise<boolean>;
  /** Writes what waits; call when the database is closed. */
  close(): Promise<void>;
}

interface Options {
  /** Where the embedded database keeps its files. */
  dataFolder: string;
  log: Logger;
  now?: () => Date;
  everyMs?: number;
}

/** Opens the log of a database that nobody has opened yet. What its place refuses is tried again, and told. */
export function openChangeLog(
  place: BackupPlace,
  { dataFolder, log, now = () => new Date(), everyMs = writeEveryMs }: Options,
): ChangeLog {
  const found = stateOf(dataFolder);
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let waitingSince: number | null = null;
  let writingSince: number | null = null;
  let sequence: number | null = null;
  let gapAt: Date | null = null;
  let hasGap = false;
  let failingSince: number | null = null;
  let compactedAt = performance.now();
  let writing = Promise.resolve();
  let isClosed = false;

  /** Finds where the log ends, and whether it knows all that the database holds. */
  async function begin(): Promise<number> {
    const last = (await listSegments(place)).at(-1);
    const isWhole = last?.kind === 'end' && String(await place.read(last.file)) === found;
    hasGap ||= !isWhole;
    return last?.sequence ?? 0;
  }

  async function write(kind: SegmentKind, content: Uint8Array, at = now()): Promise<void> {
    const number = (sequence ??= await begin()) + 1;
    await place.write(nameSegment({ first: number, sequence: number, at, kind }, content), content);
    sequence = number;
  }

  function clearWaiting(): void {
    waiting = [];
    waitingBytes = 0;
    waitingSince = null;
  }

  async function writeWaiting(): Promise<void> {
    sequence ??= await begin();
    if (hasGap) {
      const at = now();
      await write('gap', new Uint8Array(), at);
      hasGap = false;
      gapAt = at;
    }
    if (waiting.length === 0) return;
    const [chunks, at] = [waiting, now()];
    writingSince = waitingSince;
    clearWaiting();
    try {
      await write('bson', Buffer.concat(chunks), at);
    } catch (error) {
      waiting = [...chunks, ...waiting];
      waitingBytes = waiting.reduce((sum, { length }) => sum + length, 0);
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
  takeTurn();
  const timer = setInterval(takeTurn, everyMs);

  function behindMs(): number {
    const since = writingSince ?? waitingSince;
    return since === null ? 0 : performance.now() - since;
  }
  return {
    append(changes) {
      if (isClosed) return;
      waitingSince ??= performance.now();
      waiting.push(changes);
      waitingBytes += changes.length;
      if (waitingBytes <= mostWaitingBytes) return;
      clearWaiting();
      hasGap = true;
      log.error('The log of changes has a gap: its place was away too long. A backup is due.');
    },
    behindMs,
    warnings: () =>
      behindMs() < lateMs && !hasGap
        ? []
        : [`The log of changes beside the backups is ${Math.round(behindMs() / second)} s behind`],
    async needsBackup() {
      await writing;
      if (gapAt === null) return false;
      const newest = await newestBackupAt(place);
      // A server that fails and starts again all the time must not push older backups out.
      return newest === null || (newest < gapAt && now().getTime() - newest.getTime() > hour);
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      const patience = new Promise<void>((resolve) => setTimeout(resolve, endPatienceMs).unref());
      const last = writing.then(writeWaiting).then(() => write('end', Buffer.from(stateOf(dataFolder))));
      await Promise.race([
        last.catch((error: unknown) =>
          log.error({ cause: errorLine(error) }, 'The end of the log of changes could not be written.'),
        ),
        patience,
      ]);
    },
  };
}

/** What changes with each change of the data, also by a command while no server runs. */
function stateOf(dataFolder: string): string {
  try {
    const { mtimeMs, size } = statSync(path.join(dataFolder, 'embedded-mongo.mdb'));
    return `${mtimeMs} ${size}`;
  } catch {
    return 'none';
  }
}
