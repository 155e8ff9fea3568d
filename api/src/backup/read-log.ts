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

/** A restorable state: a backup plus the later changes up to a moment. */
export interface Moment extends Erasures {
  /** The backup's name. */
  backup: string;
  /** The time of the last included change. */
  at: Date;
  /** The last change of each document. */
  changes: Change[];
  /** Why later changes in the log could not be restored, as a sentence; null when all were. */
  gap: string | null;
}

/** Later erasures in the log. */
export interface Erasures {
  /** Ids of the members erased later. */
  erased: unknown[];
  /** Missing or damaged parts of the log since then, as sentences: they may hide further erasures. */
  faults: string[];
}

/**
 * Finds the state at a moment, or the newest one, and reads every file that it needs.
 *
 * @throws {BackupError} when the log does not cover the moment, or is damaged or incomplete
 */
export async function findMoment(place: BackupPlace, at: Date | null): Promise<Moment> {
  const base = await findBase(place, at);
  return readStable(place, async (segments) => {
    const after = segmentsAfter(segments, base.manifest);
    // The sequence decides, not the time: the clock may have jumped.
    const end = at === null ? after.length : after.findLastIndex((segment) => segment.at <= at) + 1;
    const wanted = after.slice(0, end);
    const gap = wanted.findIndex(({ kind }) => kind === 'gap');
    const complete = gap >= 0 ? wanted.slice(0, gap) : wanted;
    const changes = new Map<string, Change>();
    for await (const { segment, fault, entries } of readChain(place, complete, base.manifest)) {
      if (fault) throw new LogFault(`${fault} Nothing was changed. ${remedyFor(base.name, after, segment)}`);
      coalesce(entries, changes);
    }
    if (gap >= 0 && at !== null)
      throw new BackupError(
        `The log of changes has a gap at ${wanted[gap]?.at.toISOString()}, and no backup lies between it and that moment. Name a moment before it, or after the next backup.`,
      );
    const last = complete.at(-1);
    const [gapAt, until] = [wanted[gap], wanted.at(-1)].map((segment) => segment?.at.toISOString());
    return {
      gap:
        gap < 0
          ? null
          : `The log of changes has a gap at ${gapAt}. What it tells from there until ${until} is not restored: no backup closes the gap.`,
      backup: base.name,
      at: last?.at ?? new Date(base.manifest.createdAt),
      changes: [...changes.values()],
      ...(await erasuresIn(place, after.slice(complete.length), last?.sequence ?? base.manifest.logSequence)),
    };
  });
}

/** Finds members erased after a backup was made. */
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
  for await (const { fault, entries } of readChain(place, segments, { logSequence })) {
    if (fault) faults.push(fault);
    for (const change of entries) if (isErasure(change)) erased.push(change.id);
  }
  return { erased, faults };
}

const segmentsAfter = (segments: readonly Segment[], { logSequence = 0 }: Pick<Manifest, 'logSequence'>) =>
  segments.filter(({ sequence }) => sequence > logSequence);

/** Reads consecutive log files after a backup. Reports a missing or damaged file as a fault of the segment that reveals it. */
async function* readChain(
  place: BackupPlace,
  segments: readonly Segment[],
  { logSequence = 0 }: { logSequence?: number | undefined },
): AsyncGenerator<{ segment: Segment; fault: string | null; entries: Change[] }> {
  let last = logSequence;
  for (const segment of segments) {
    if (segment.first > last + 1) {
      const missing =
        segment.first === last + 2 ? `number ${last + 1} is` : `${last + 1} to ${segment.first - 1} are`;
      yield {
        segment,
        fault: `${segment.file} does not follow: of the files before it, ${missing} missing.`,
        entries: [],
      };
    }
    last = segment.sequence;
    try {
      yield { segment, fault: null, entries: await readSegment(place, segment) };
    } catch (error) {
      if (!(error instanceof LogFault)) throw error;
      yield { segment, fault: error.message, entries: [] };
    }
  }
}

/** A sentence that says how to restore the state before a fault. */
function remedyFor(backup: string, segments: readonly Segment[], faulty: Segment): string {
  const index = segments.indexOf(faulty);
  const faultAt = Math.min(...segments.slice(index).map(({ at }) => at.getTime()));
  const before = segments.slice(0, index).findLast(({ at }) => at.getTime() < faultAt);
  return before
    ? `--at ${before.at.toISOString()} restores what is before it.`
    : `The backup ${backup} by itself is what is before it.`;
}

/** Reads segments, and retries when a running server merged them meanwhile. */
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

/** The start of a gap in the log that no backup covers; null without one. */
export async function findGap(place: BackupPlace): Promise<Date | null> {
  const gap = (await listSegments(place)).findLast(({ kind }) => kind === 'gap');
  if (!gap) return null;
  const newest = (await backupsIn(place)).at(-1);
  // An unreadable backup closes no gap.
  const manifest = newest && (await readManifestOf(place, newest.name).catch(() => null));
  return manifest && (manifest.logSequence ?? 0) >= gap.sequence ? null : gap.at;
}

/** Finds the newest backup made before a moment. */
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
