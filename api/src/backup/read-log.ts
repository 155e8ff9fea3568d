import type { BackupPlace } from './backup-place.ts';
import { type Change, coalesce, isErasure, listSegments, readChanges, type Segment } from './log-segments.ts';
import { BackupError, type Manifest, readManifestOf } from './manifest.ts';
import { backupsIn } from './rotation.ts';

/** A moment that can be restored: a backup, and the changes after it until then. */
export interface Moment {
  /** The name of the backup. */
  backup: string;
  /** Until when it tells. */
  at: Date;
  /** The last state of each document that has changed. */
  changes: Change[];
  /** Ids of the members who were erased later. */
  erased: unknown[];
}

/**
 * Finds the state at a moment, or the newest one.
 *
 * @throws {BackupError} where the log does not reach it
 */
export async function findMoment(place: BackupPlace, at: Date | null): Promise<Moment> {
  const base = await findBase(place, at);
  const segments = await listSegments(place);
  const after = segments.filter(({ sequence }) => sequence > (base.manifest.logSequence ?? 0));
  // What was written in this order is true in this order, however the clock has jumped meanwhile.
  const end = at === null ? after.length : after.findLastIndex((segment) => segment.at <= at) + 1;
  const wanted = after.slice(0, end);
  const gap = wanted.findIndex(({ kind }) => kind === 'gap');
  if (gap >= 0 && at !== null)
    throw new BackupError(
      `The log of changes has a gap at ${wanted[gap]?.at.toISOString()}, and no backup lies between it and that moment. Name a moment before it, or after the next backup.`,
    );
  const whole = gap >= 0 ? wanted.slice(0, gap) : wanted;
  const changes = new Map<string, Change>();
  for await (const bytes of contentOf(place, whole)) coalesce(readChanges(bytes), changes);
  return {
    backup: base.name,
    at: whole.at(-1)?.at ?? new Date(base.manifest.createdAt),
    changes: [...changes.values()],
    erased: await erasedIn(place, after.slice(whole.length)),
  };
}

/** Ids of the members who were erased after a backup was made. */
export async function erasedSince(place: BackupPlace, { logSequence }: Manifest): Promise<unknown[]> {
  const segments = await listSegments(place);
  return erasedIn(
    place,
    segments.filter(({ sequence }) => sequence > (logSequence ?? 0)),
  );
}

async function erasedIn(place: BackupPlace, segments: readonly Segment[]): Promise<unknown[]> {
  const erased: unknown[] = [];
  for await (const bytes of contentOf(place, segments))
    for (const change of readChanges(bytes)) if (isErasure(change)) erased.push(change.id);
  return erased;
}

async function* contentOf(place: BackupPlace, segments: readonly Segment[]): AsyncGenerator<Buffer> {
  for (const { file, kind } of segments) {
    const bytes = kind === 'bson' || kind === 'erased' ? await place.read(file) : null;
    if (bytes) yield bytes;
  }
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
