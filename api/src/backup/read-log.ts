import type { BackupPlace } from './backup-place.ts';
import {
  type Change,
  coalesce,
  isErasure,
  LogFault,
  listSegments,
  readSegment,
  type Segment,
} from './log-segments.ts';
import { BackupError, type Manifest, readManifestOf } from './manifest.ts';
import { backupsIn } from './rotation.ts';

/** A moment that can be restored: a backup, and the changes after it until then. */
export interface Moment extends Erasures {
  /** The name of the backup. */
  backup: string;
  /** Until when it tells. */
  at: Date;
  /** The last state of each document that has changed. */
  changes: Change[];
  /** Where what the log tells later could not be restored, why, as a sentence. */
  gap: string | null;
}

/** What the log tells of later erasures. */
export interface Erasures {
  /** Ids of the members who were erased later. */
  erased: unknown[];
  /** What is missing or damaged in the log since then, as sentences: others may have been erased. */
  faults: string[];
}

/**
 * Finds the state at a moment, or the newest one. Every file that it needs is read.
 *
 * @throws {BackupError} where the log does not reach it, is damaged or incomplete
 */
export async function findMoment(place: BackupPlace, at: Date | null): Promise<Moment> {
  const base = await findBase(place, at);
  return readStable(place, async (segments) => {
    const after = segmentsAfter(segments, base.manifest);
    // What was written in this order is true in this order, however the clock has jumped meanwhile.
    const end = at === null ? after.length : after.findLastIndex((segment) => segment.at <= at) + 1;
    const wanted = after.slice(0, end);
    const gap = wanted.findIndex(({ kind }) => kind === 'gap');
    const whole = gap >= 0 ? wanted.slice(0, gap) : wanted;
    const changes = new Map<string, Change>();
    for await (const { segment, fault, told } of readChain(place, whole, base.manifest)) {
      if (fault) throw new LogFault(`${fault} Nothing was changed. ${wayOn(base.name, after, segment)}`);
      coalesce(told, changes);
    }
    if (gap >= 0 && at !== null)
      throw new BackupError(
        `The log of changes has a gap at ${wanted[gap]?.at.toISOString()}, and no backup lies between it and that moment. Name a moment before it, or after the next backup.`,
      );
    const last = whole.at(-1);
    const [gapAt, until] = [wanted[gap], wanted.at(-1)].map((segment) => segment?.at.toISOString());
    return {
      gap:
        gap < 0
          ? null
          : `The log of changes has a gap at ${gapAt}. What it tells from there until ${until} is not restored: no backup closes the gap.`,
      backup: base.name,
      at: last?.at ?? new Date(base.manifest.createdAt),
      changes: [...changes.values()],
      ...(await erasuresIn(place, after.slice(whole.length), last?.sequence ?? base.manifest.logSequence)),
    };
  });
}

/** Members who were erased after a backup was made. */
export async function erasedSince(place: BackupPlace, manifest: Manifest): Promise<Erasures> {
  return readStable(place, (segments) =>
    erasuresIn(place, segmentsAfter(segments, manifest), manifest.logSequence),
  );
}

async function erasuresIn(
  place: BackupPlace,
  segments: readonly Segment[],
  logSequence: number | undefined,
): Promise<Erasures> {
  const erased: unknown[] = [];
  const faults: string[] = [];
  for await (const { fault, told } of readChain(place, segments, { logSequence })) {
    if (fault) faults.push(fault);
    for (const change of told) if (isErasure(change)) erased.push(change.id);
  }
  return { erased, faults };
}

const segmentsAfter = (segments: readonly Segment[], { logSequence = 0 }: Pick<Manifest, 'logSequence'>) =>
  segments.filter(({ sequence }) => sequence > logSequence);

/** Reads files of the log that follow each other and a backup; what is missing or damaged is a fault of the file that shows it. */
async function* readChain(
  place: BackupPlace,
  segments: readonly Segment[],
  { logSequence = 0 }: { logSequence?: number | undefined },
): AsyncGenerator<{ segment: Segment; fault: string | null; told: Change[] }> {
  let last = logSequence;
  for (const segment of segments) {
    if (segment.first > last + 1) {
      const missing =
        segment.first === last + 2 ? `number ${last + 1} is` : `${last + 1} to ${segment.first - 1} are`;
      yield {
        segment,
        fault: `${segment.file} does not follow: of the files before it, ${missing} missing.`,
        told: [],
      };
    }
    last = segment.sequence;
    try {
      yield { segment, fault: null, told: await readSegment(place, segment) };
    } catch (error) {
      if (!(error instanceof LogFault)) throw error;
      yield { segment, fault: error.message, told: [] };
    }
  }
}

/** How to restore what is before a fault. */
function wayOn(backup: string, segments: readonly Segment[], faulty: Segment): string {
  const index = segments.indexOf(faulty);
  const faultAt = Math.min(...segments.slice(index).map(({ at }) => at.getTime()));
  const before = segments.slice(0, index).findLast(({ at }) => at.getTime() < faultAt);
  return before
    ? `--at ${before.at.toISOString()} restores what is before it.`
    : `The backup ${backup} by itself is what is before it.`;
}

/** A running server merges files while they are read: then they are read again. */
async function readStable<Result extends Erasures>(
  place: BackupPlace,
  read: (segments: Segment[]) => Promise<Result>,
): Promise<Result> {
  const segments = await listSegments(place);
  const isStable = async () => {
    const files = new Set((await listSegments(place)).map(({ file }) => file));
    return segments.every(({ file }) => files.has(file));
  };
  try {
    const result = await read(segments);
    if (result.faults.length === 0 || (await isStable())) return result;
  } catch (error) {
    if (!(error instanceof LogFault) || (await isStable())) throw error;
  }
  return readStable(place, read);
}

/** Since when changes are in no backup, nor in a log that follows one; null where none are missing. */
export async function findGap(place: BackupPlace): Promise<Date | null> {
  const gap = (await listSegments(place)).findLast(({ kind }) => kind === 'gap');
  if (!gap) return null;
  const newest = (await backupsIn(place)).at(-1);
  // One that cannot be read closes no gap.
  const manifest = newest && (await readManifestOf(place, newest.name).catch(() => null));
  return manifest && (manifest.logSequence ?? 0) >= gap.sequence ? null : gap.at;
}

/** The newest backup that was made before a moment. */
async function findBase(place: BackupPlace, at: Date | null) {
  const backups = (await backupsIn(place)).toReversed();
  let oldest = '';
  for (const { name } of backups) {
    const manifest = await readManifestOf(place, name);
    if (at === null || new Date(manifest.createdAt) <= at) return { name, manifest };
    oldest = manifest.createdAt;
  }
  throw new BackupError(`The oldest backup there is of ${oldest}.`);
}
